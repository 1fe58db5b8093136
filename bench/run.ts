import { parseArgs } from 'node:util'
import { canonicalJson } from '../test/reference/canonical-json.ts'
import { compileTimes } from './compile-time.ts'
import { byHand, type Contender, espalier, oxigraph } from './contenders.ts'
import { databaseOf, type GraphSize, graphSizes } from './databases.ts'
import { measure } from './measure.ts'
import { type QuestionName, questions } from './questions.ts'
import { measureReasoning } from './reasoning.ts'
import { measureRemote } from './remote.ts'
import { measureSchemas } from './schemas.ts'
import { measureSignIn } from './sign-in.ts'
import { measureTokens } from './tokens.ts'
import { measureUpdates } from './updates.ts'

/** Oxigraph holds its data in the 4 GiB that WebAssembly can address. */
const oxigraphPersons = 100_000

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1m' },
    only: { type: 'string' },
    updates: { type: 'string' },
    remote: { type: 'boolean', default: false },
    schemas: { type: 'boolean', default: false },
    reasoning: { type: 'boolean', default: false },
    'sign-in': { type: 'boolean', default: false },
    tokens: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
    'without-oxigraph': { type: 'boolean', default: false },
  },
})

if (values.updates !== undefined) await measureUpdates(Number(values.updates))
else if (values.remote) await measureRemote(askedQuestions())
else if (values.schemas) await measureSchemas(askedQuestions())
else if (values.reasoning) await measureReasoning(values.anew)
else if (values['sign-in']) await measureSignIn()
else if (values.tokens) await measureTokens()
else
  for (const name of values.size.split(',')) {
    const size = graphSizes.find((one) => one.name === name)
    if (size === undefined) throw new Error(`Sizes are ${graphSizes.map((one) => one.name).join(', ')}.`)
    await runSize(size)
  }

async function runSize(size: GraphSize): Promise<void> {
  console.log(`\n${size.name}: ${size.persons.toLocaleString('en')} persons`)
  const { path, built } = await databaseOf(size, values.anew)
  if (built !== undefined) {
    const rate = Math.round(built.quads / built.seconds).toLocaleString('en')
    console.log(
      `loaded ${built.quads.toLocaleString('en')} quads in ${built.seconds.toFixed(1)} s: ${rate} quads/s, ${Math.round(built.bytes / 1e6)} MB on disk`,
    )
  }
  const own = await espalier(path)
  const floor = byHand(path)
  const hasOxigraph = !values['without-oxigraph'] && size.persons <= oxigraphPersons
  const others = hasOxigraph ? oxigraph(path, size.persons) : []
  const contenders = [own, floor, ...others]
  console.log(['median milliseconds', ...contenders.map((one) => one.name), 'Espalier : SQL'].join(' | '))
  for (const question of askedQuestions()) await runQuestion(question, own, floor, others)
  await Promise.all(contenders.map((one) => one.close()))
  const { compiled, translated, remembered, run } = await compileTimes(path)
  console.log(
    `twenty fields: compiled in ${compiled.toFixed(3)} ms, translated to SQL in ${translated.toFixed(3)} ms, found in the cache of plans in ${remembered.toFixed(4)} ms; run in ${run.toPrecision(3)} ms`,
  )
  console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB, all contenders together`)
}

function askedQuestions(): readonly QuestionName[] {
  const names: readonly QuestionName[] = ['lookup', 'page', 'lists', 'everyone', 'ordered', 'filtered']
  const only = values.only?.split(',')
  return only === undefined ? names : names.filter((name) => only.includes(name))
}

async function runQuestion(
  question: QuestionName,
  own: Contender,
  floor: Contender,
  others: readonly Contender[],
): Promise<void> {
  const { name, runs } = questions[question]
  const [answer, wanted] = [await own.ask(question), await floor.ask(question)]
  if (canonicalJson(answer) !== canonicalJson(wanted)) throw new Error(`The answers to "${name}" differ.`)
  const times: number[] = []
  for (const contender of [own, floor, ...others]) {
    await contender.prepare?.()
    const measured = await measure(() => contender.ask(question), runs)
    times.push(measured?.median ?? Number.POSITIVE_INFINITY)
  }
  const [ours = Number.NaN, sql = Number.NaN] = times
  const relative = times.map((time) =>
    Number.isFinite(time) ? `${time.toPrecision(3)} (${(time / ours).toFixed(1)}×)` : 'given up',
  )
  console.log([name, ...relative, `${(ours / sql).toFixed(2)}`].join(' | '))
}
