/** Characters that begin a name in SPARQL: `PN_CHARS_U` (SPARQL 1.1, 19.8, rule 165). */
const nameStart =
  'A-Za-z_\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}'
const nameExtra = '0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}'

const variableForm = new RegExp(`^[${nameStart}0-9][${nameStart}${nameExtra}]*$`, 'u')
const prefixForm = new RegExp(
  `^(?!_)[${nameStart}](?:[${nameStart}${nameExtra}.-]*[${nameStart}${nameExtra}-])?$`,
  'u',
)
const localForm = new RegExp(
  `^[${nameStart}0-9](?:[${nameStart}${nameExtra}.-]*[${nameStart}${nameExtra}-])?$`,
  'u',
)

/** Whether text can stand after `?` as a variable's name (SPARQL 1.1, rule `VARNAME`). */
export function isVariableName(text: string): boolean {
  return variableForm.test(text)
}

/** Whether text can stand before `:` in a prefixed name (rule `PNAME_NS`); the empty prefix can. */
export function isPrefix(text: string): boolean {
  return text === '' || prefixForm.test(text)
}

/** Whether text can stand after `:` in a prefixed name without any escape, and without a colon of its own. */
export function isPlainLocalName(text: string): boolean {
  return localForm.test(text)
}

/** Whether text can stand between `<` and `>` (rule `IRIREF`). */
export function isIriReference(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= 0x20 || '<>"{}|^`\\'.includes(text.charAt(at))) return false
  }
  return true
}

/** Whether text can stand after `@` as a language tag (rule `LANGTAG`). */
export function isLanguageTag(text: string): boolean {
  return /^[A-Za-z]+(?:-[A-Za-z0-9]+)*$/.test(text)
}

const blankForm = new RegExp(
  `^[${nameStart}](?:[${nameStart}${nameExtra}-]|\\.(?=[${nameStart}${nameExtra}-]))*$`,
  'u',
)

/**
 * Whether text can stand after `_:` as the label of a blank node (rule `BLANK_NODE_LABEL`) and in `rdf:nodeID` too: labels
 * that begin with a digit cannot there.
 */
export function isBlankLabel(text: string): boolean {
  return blankForm.test(text)
}

const xmlNameStart = new RegExp(`^[${nameStart}]$`, 'u')
const xmlNameCharacter = new RegExp(`^[${nameStart}${nameExtra}.-]$`, 'u')

/** Where the longest name of XML at the end of a text begins (`NCName` of Namespaces in XML); its length where there is none. */
export function startOfXmlName(text: string): number {
  let start = text.length
  for (let at = text.length; at > 0; ) {
    const pair = at > 1 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00
    const character = text.slice(pair ? at - 2 : at - 1, at)
    if (!xmlNameCharacter.test(character)) break
    at -= character.length
    if (xmlNameStart.test(character)) start = at
  }
  return start
}
