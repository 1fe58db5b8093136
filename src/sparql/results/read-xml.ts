import { SaxesParser, type SaxesTagNS } from 'saxes'
import { solutionEnd, solutionsOfPlainXml } from './plain-xml.ts'
import type { ResultPart, ResultReader } from './result-reader.ts'
import type { SolutionMaker } from './solution-maker.ts'

const resultsNamespace = 'http://www.w3.org/2005/sparql-results#'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/**
 * Reads SPARQL Query Results XML; each solution is told as soon as it is there. Entities of a DTD are not known. Solutions
 * that are written plainly are read by patterns, which is many times faster; the rest of the answer by a parser.
 */
export function createXmlReader<Solution>(maker: SolutionMaker<Solution>): ResultReader<Solution> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new SaxesParser({ xmlns: true, position: false })
  const path: string[] = []
  const names: string[] = []
  let variable = ''
  let isBound = false
  let text = ''
  let term: SaxesTagNS | undefined
  let complete = false
  let parts: ResultPart<Solution>[] = []
  let solutions: Solution[] = []
  let held = 0
  /** Whether what comes next may be a solution that is written plainly; the parser stands where one can begin. */
  let isPlain = false
  /** What may become one, and the last characters of it. */
  let begun = ''
  let tail = ''

  /** An answer has solutions, or is a boolean, once (SPARQL Query Results XML, 2.3). */
  function once(): void {
    if (complete) throw new Error('It has results twice.')
    complete = true
  }

  function opened(tag: SaxesTagNS): void {
    if (tag.uri !== resultsNamespace) throw new Error(`The element ${tag.name} is not of SPARQL results.`)
    path.push(tag.local)
    text = ''
    switch (path.join('/')) {
      case 'sparql/head/variable':
        names.push(attribute(tag, '', 'name'))
        break
      case 'sparql/results':
        once()
        parts.push({ kind: 'variables', names: [...names] })
        isPlain = tag.prefix === ''
        break
      case 'sparql/results/result':
        maker.start()
        break
      case 'sparql/results/result/binding':
        variable = attribute(tag, '', 'name')
        isBound = false
        break
      case 'sparql/results/result/binding/uri':
      case 'sparql/results/result/binding/bnode':
      case 'sparql/results/result/binding/literal':
        if (isBound) throw new Error('A binding has two terms.')
        term = tag
        break
      case 'sparql':
      case 'sparql/head':
      case 'sparql/head/link':
      case 'sparql/boolean':
        break
      default:
        throw new Error(`The element ${tag.name} cannot stand here.`)
    }
  }

  function closed(): void {
    const element = path.join('/')
    path.pop()
    if (element === 'sparql/boolean') {
      once()
      if (text.trim() !== 'true' && text.trim() !== 'false') throw new Error('A boolean is true or false.')
      parts.push({ kind: 'boolean', value: text.trim() === 'true' })
    } else if (element === 'sparql/results/result') {
      solutions.push(maker.finish())
    } else if (element === 'sparql/results/result/binding') {
      if (!isBound) throw new Error('A binding has no term.')
    } else if (term !== undefined) {
      bind(maker, variable, term, text)
      isBound = true
      term = undefined
    }
  }

  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', opened)
  parser.on('closetag', closed)
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('cdata', (piece) => {
    text += piece
  })

  /** Gives the parser a text up to the tag that begins the solutions; what follows it. */
  function parseHead(piece: string): string {
    for (let from = 0; from < piece.length; ) {
      const end = piece.indexOf('>', from) + 1 || piece.length
      parser.write(piece.slice(from, end))
      if (isPlain) return piece.slice(end)
      from = end
    }
    return ''
  }

  function read(piece: string): void {
    if (complete && !isPlain) {
      parser.write(piece)
      return
    }
    const rest = isPlain ? begun + piece : parseHead(piece)
    if (!isPlain) return
    // A long solution is not looked at again with every piece of it.
    const isWaiting = begun !== '' && !(tail + piece).includes(solutionEnd)
    begun = rest
    tail = (tail + piece).slice(1 - solutionEnd.length)
    if (isWaiting) return
    const found = solutionsOfPlainXml(rest, maker)
    solutions.push(...found.solutions)
    if (found.isOther) {
      isPlain = false
      begun = ''
      parser.write(rest.slice(found.end))
    } else begun = rest.slice(found.end)
  }

  function told(): readonly ResultPart<Solution>[] {
    const all: ResultPart<Solution>[] =
      solutions.length === 0 ? parts : [...parts, { kind: 'solutions', solutions }]
    if (all.length > 0) held = 0
    parts = []
    solutions = []
    return all
  }

  return {
    push(bytes) {
      held += bytes.length
      read(decoder.decode(bytes, { stream: true }))
      return told()
    },
    end() {
      read(decoder.decode())
      parser.write(begun)
      parser.close()
      if (!complete) throw new Error('It has neither results nor a boolean.')
      return told()
    },
    held: () => held,
  }
}

function attribute(tag: SaxesTagNS, uri: string, local: string): string {
  const found = Object.values(tag.attributes).find((one) => one.uri === uri && one.local === local)
  if (found === undefined) throw new Error(`The element ${tag.name} has no ${local}.`)
  return found.value
}

/** Binds a term as SPARQL Query Results XML, 2.3.1 has it. */
function bind(maker: SolutionMaker<unknown>, variable: string, tag: SaxesTagNS, text: string): void {
  const attributes = Object.values(tag.attributes)
  const language = attributes.find(({ uri, local }) => uri === xmlNamespace && local === 'lang')
  const datatype = attributes.find(({ uri, local }) => uri === '' && local === 'datatype')
  if (tag.local === 'uri') maker.bindIri(variable, text)
  else if (tag.local === 'bnode') maker.bindBlank(variable, text)
  else maker.bindLiteral(variable, text, datatype?.value, language?.value)
}
