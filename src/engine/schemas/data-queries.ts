/** The queries that count what the nodes of each class have. */
export interface DataQueries {
  /** `?class ?nodes` */
  readonly classes: string
  /** `?class ?property ?nodes ?values` */
  readonly properties: string
  /** `?class ?property ?datatype ?values`: values that are literals. */
  readonly datatypes: string
  /** `?class ?property ?range ?values`: values that are of a class. */
  readonly ranges: string
  /** `?class ?property ?values`: values that are nodes without a class. */
  readonly classlessValues: string
  /** `?class ?property ?values`: values that are numbers beyond 32 bits. */
  readonly largeValues: string
  /** `?nodes`: those without a class. */
  readonly classless: string
}

/** @param isSet whether a triple comes once, in however many graphs it stands; endpoints differ in that */
export function dataQueries(isSet: boolean): DataQueries {
  const once = (variables: string, pattern: string): string =>
    isSet ? pattern : `{ SELECT DISTINCT ${variables} { ${pattern} } }`
  const values = (condition = ''): string => once('?class ?node ?property ?value', `${triples} ${condition}`)
  return {
    classes: `
      SELECT ?class (COUNT(${isSet ? '*' : 'DISTINCT ?node'}) AS ?nodes) {
        ?node a ?class FILTER(isIRI(?class))
      } GROUP BY ?class`,
    properties: `
      SELECT ?class ?property (COUNT(DISTINCT ?node) AS ?nodes) (COUNT(*) AS ?values) {
        ${values()}
      } GROUP BY ?class ?property`,
    datatypes: `
      SELECT ?class ?property ?datatype (COUNT(*) AS ?values) {
        ${values('FILTER(isLiteral(?value))')}
        BIND(DATATYPE(?value) AS ?datatype)
      } GROUP BY ?class ?property ?datatype`,
    ranges: `
      SELECT ?class ?property ?range (COUNT(*) AS ?values) {
        ${once('?class ?node ?property ?value ?range', `${triples} ?value a ?range FILTER(isIRI(?range))`)}
      } GROUP BY ?class ?property ?range`,
    classlessValues: `
      SELECT ?class ?property (COUNT(*) AS ?values) {
        ${values(`FILTER(!isLiteral(?value)) ${withoutClass('?value')}`)}
      } GROUP BY ?class ?property`,
    largeValues: `
      SELECT ?class ?property (COUNT(*) AS ?values) {
        ${values('FILTER(?value > 2147483647 || ?value < -2147483648)')}
      } GROUP BY ?class ?property`,
    classless: `
      SELECT (COUNT(DISTINCT ?node) AS ?nodes) {
        ?node ?property ?value ${withoutClass('?node')}
      }`,
  }
}

const triples = `
  ?node a ?class . ?node ?property ?value .
  FILTER(isIRI(?class) && ?property != rdf:type)`

function withoutClass(node: string): string {
  return `FILTER NOT EXISTS { ${node} a ?any FILTER(isIRI(?any)) }`
}
