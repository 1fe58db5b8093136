import type { ASTNode } from 'graphql'
import { propertyPath } from '../graphql/schema.ts'
import { iriOfName } from '../rdf/namespaces.ts'
import { argumentValues } from './arguments.ts'
import type { ArgumentMeaning, ArgumentMeanings, Naming, Scope } from './naming.ts'
import { iriOf, type Resolution, report } from './resolution.ts'

/** What names mean without a schema: each is an IRI by the rules for names (spec, "Query language rules" 11). */
export function namesAsIris(resolution: Resolution): Naming {
  const namedTypes = new Map<string, string>()
  const nameType = (iri: string, name: string): void => {
    if (!namedTypes.has(iri)) namedTypes.set(iri, name)
  }
  return {
    namedTypes,
    root: ({ name }) => {
      const iri = iriOf(resolution, name.value, name)
      nameType(iri, name.value)
      return {
        classes: [iri],
        scope: scopeWithin(resolution, nameType, { iri, name: name.value }),
        arguments: rootArguments(resolution),
      }
    },
    constant: (key, node) => {
      switch (node.name.value) {
        case '__typename':
          return { kind: 'constant', key, json: '"Query"' }
        case '__type':
          // Read for the errors in it: what its fields are does not matter.
          argumentValues(resolution, node.arguments)
          return { kind: 'constant', key, json: 'null' }
        default: {
          const message =
            'Introspection is off here: the request names no schema. Name one in the path, /{db}/graphql/{schema}, or in "@schema".'
          report(resolution, 'INTROSPECTION_DISABLED', message, node)
          return undefined
        }
      }
    },
  }
}

/**
 * What names mean within objects.
 *
 * @param nameType is told of each class that the text names
 * @param type what is known of the objects: an IRI that the text gives them, and the name that it shows them by.
 */
function scopeWithin(
  resolution: Resolution,
  nameType: (iri: string, name: string) => void,
  type?: { readonly iri: string; readonly name?: string },
): Scope {
  return {
    identity: (name) => name,
    field: ({ name }) => {
      if (name.value === 'iri') return { kind: 'iri' }
      return {
        kind: 'property',
        path: propertyPath(iriOf(resolution, name.value, name)),
        arguments: nestedArguments(resolution),
        scope: scopeWithin(resolution, nameType),
      }
    },
    computed: () => undefined,
    type: (name, node) => {
      const iri = iriOfName(name, resolution.namespaces, resolution.aliases)
      nameType(iri, name)
      const isEnclosing = iri === type?.iri
      if (!isEnclosing) iriOf(resolution, name, node)
      const classes = [iri]
      const scope = scopeWithin(resolution, nameType, { iri })
      return { name, classes, fragmentClasses: classes, isEnclosing, scope }
    },
    typename: (asked) => {
      const name = type?.name ?? asked
      return name === undefined ? { kind: 'stated' } : { kind: 'fixed', name }
    },
  }
}

function rootArguments(resolution: Resolution): ArgumentMeanings {
  return {
    argument: (name, node) => {
      if (name === 'first' || name === 'skip') return { kind: name }
      if (name === 'orderBy') return { kind: name, complete: (value) => value }
      return filter(resolution, name, node)
    },
    orderKey: (name, node) => {
      if (name === 'iri') return { kind: 'node' }
      return { kind: 'property', path: propertyPath(iriOf(resolution, name, node)) }
    },
    defaults: [],
  }
}

function nestedArguments(resolution: Resolution): ArgumentMeanings {
  return {
    ...rootArguments(resolution),
    argument: (name, node) => {
      if (name !== 'first' && name !== 'skip' && name !== 'orderBy') return filter(resolution, name, node)
      const message = `"${name}" is an argument of top-level fields; a property of that name needs an alias (@config).`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
      return undefined
    },
  }
}

function filter(resolution: Resolution, name: string, node: ASTNode): ArgumentMeaning {
  if (name === 'iri') return { kind: 'iri' }
  return { kind: 'property', path: propertyPath(iriOf(resolution, name, node)) }
}
