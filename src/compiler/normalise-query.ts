import { GraphQLError, stripIgnoredCharacters } from 'graphql'

/**
 * The text of a document without what GraphQL ignores (white space, commas, comments), so that documents that differ in
 * these only are equal; the text itself where it is no sequence of GraphQL tokens.
 */
export function normaliseQuery(text: string): string {
  try {
    return stripIgnoredCharacters(text)
  } catch (error) {
    if (error instanceof GraphQLError) return text
    throw error
  }
}
