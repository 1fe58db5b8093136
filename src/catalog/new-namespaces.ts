import { defaultNamespaces, type Namespaces } from '../rdf/namespaces.ts'

/**
 * The namespaces of a new database: the default ones, and those that its data declare. Data may say what the empty
 * prefix stands for; the other defaults stay as they are.
 */
export function newNamespaces(declared: Namespaces): Namespaces {
  const all = new Map(defaultNamespaces)
  for (const [prefix, namespace] of declared) {
    if (prefix === '' || !defaultNamespaces.has(prefix)) all.set(prefix, namespace)
  }
  return all
}
