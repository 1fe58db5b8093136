import { type Dataset, namedGraphs } from './algebra.ts'
import type { PrintOptions } from './print.ts'
import { writeGraphs } from './print-dataset.ts'
import { printGroup } from './print-pattern.ts'
import { writeQuads } from './print-template.ts'
import { separateBlankNodes } from './separate-blank-nodes.ts'
import type { GraphTarget, Modify, Update, UpdateRequest } from './update.ts'
import { createWriter, type Writer } from './writer.ts'

/**
 * A request of SPARQL 1.1 Update as text; each operation has the declarations that it needs in front, and labels of blank
 * nodes of its own.
 *
 * @throws ServiceError `illegalArgument` where an IRI or a language tag has characters that SPARQL has no way to write.
 */
export function printUpdate(request: UpdateRequest, options: Omit<PrintOptions, 'scope'>): string {
  return separateBlankNodes(request.operations)
    .map((operation) => {
      const writer = createWriter(options.namespaces)
      writeUpdate(writer, operation)
      return `${writer.prologue(options.prefixes ?? false)}${writer.text()}`
    })
    .map((text, index, { length }) => `${text}${index < length - 1 ? ' ;' : ''}\n`)
    .join('')
}

function writeUpdate(writer: Writer, update: Update): void {
  switch (update.kind) {
    case 'insertData':
      writer.syntax('INSERT DATA ')
      writeQuads(writer, update.quads)
      return
    case 'deleteData':
      writer.syntax('DELETE DATA ')
      writeQuads(writer, update.quads)
      return
    case 'modify':
      writeModify(writer, update)
      return
    case 'load':
      writer.syntax(verb('LOAD', update.silent))
      writer.fullIri(update.source)
      if (update.into !== null) {
        writer.syntax(' INTO ')
        writeGraph(writer, update.into)
      }
      return
    case 'clear':
    case 'drop':
      writer.syntax(verb(update.kind === 'clear' ? 'CLEAR' : 'DROP', update.silent))
      writeTarget(writer, update.target)
      return
    case 'create':
      writer.syntax(verb('CREATE', update.silent))
      writeGraph(writer, update.graph)
      return
    case 'add':
    case 'copy':
    case 'move':
      writer.syntax(verb(transferVerbs[update.kind], update.silent))
      writeGraph(writer, update.from)
      writer.syntax(' TO ')
      writeGraph(writer, update.to)
  }
}

const transferVerbs = { add: 'ADD', copy: 'COPY', move: 'MOVE' } as const

function verb(name: string, silent: boolean): string {
  return silent ? `${name} SILENT ` : `${name} `
}

function writeTarget(writer: Writer, target: GraphTarget): void {
  switch (target) {
    case 'default':
      writer.syntax('DEFAULT')
      return
    case 'named':
      writer.syntax('NAMED')
      return
    case 'all':
      writer.syntax('ALL')
      return
    default:
      writeGraph(writer, target.value)
  }
}

function writeGraph(writer: Writer, graph: string | null): void {
  if (graph === null) {
    writer.syntax('DEFAULT')
  } else {
    writer.syntax('GRAPH ')
    writer.iri(graph)
  }
}

function writeModify(writer: Writer, update: Modify): void {
  const graph = withGraph(update)
  if (graph !== undefined) {
    writer.syntax('WITH ')
    writer.iri(graph)
    writer.syntax('\n')
  }
  const deletes = update.delete.length > 0 || update.insert.length === 0
  if (deletes) {
    writer.syntax('DELETE ')
    writeQuads(writer, update.delete)
  }
  if (update.insert.length > 0) {
    writer.syntax(deletes ? '\nINSERT ' : 'INSERT ')
    writeQuads(writer, update.insert)
  }
  if (graph === undefined && update.dataset !== undefined) writeGraphs(writer, 'USING', update.dataset)
  writer.syntax('\nWHERE ')
  printGroup(writer, update.operation)
}

/** The graph that WITH names: a dataset that WITH makes, and no quads of the default graph, which WITH would move. */
function withGraph({ dataset, using, delete: removed, insert }: Modify): string | undefined {
  if (using || dataset === undefined || [...removed, ...insert].some((quad) => quad.graph === null))
    return undefined
  return madeByWith(dataset)
}

function madeByWith({ default: [graph, ...others], named }: Dataset): string | undefined {
  return others.length === 0 && named.length === 1 && named[0] === namedGraphs ? graph : undefined
}
