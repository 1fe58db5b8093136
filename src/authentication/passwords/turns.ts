import { ServiceError } from '../../errors.ts'
import type { Asker } from './password-hashes.ts'

/** Work that is done in turns: few pieces of it at a time, and none of anybody's while another's has waited longer. */
export interface Turns {
  /**
   * Does a piece of work when its turn comes. Turns go over the addresses, and at an address over the users; work for one user, from
   * wherever, is done one piece after the other.
   *
   * @throws ServiceError `serverBusy` where too many wait, and most of them for the same user or from the same address
   */
  take<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>
}

/** How much is done at once, and how much may wait. */
export interface TurnLimits {
  readonly running: number
  readonly waiting: number
}

interface Piece {
  readonly asker: Asker
  readonly begin: () => void
  readonly refuse: (error: ServiceError) => void
}

/** Nothing is being done. */
export function createTurns(limits: TurnLimits): Turns {
  /** In the order in which they came. */
  let waiting: readonly Piece[] = []
  /** For whom work is being done, by user. */
  const running = new Map<string, Asker>()
  /** When it was the turn of an address, and of a user at an address, last: only of those who want something. */
  const lastTurns = new Map<string, number>()
  let turns = 0

  function enter(piece: Piece): void {
    waiting = [...waiting, piece]
    if (waiting.length > limits.waiting) refuse(mostInsistent(waiting))
    advance()
  }

  function refuse(piece: Piece): void {
    waiting = waiting.filter((other) => other !== piece)
    piece.refuse(
      new ServiceError('serverBusy', 'Too many passwords wait to be looked at. Try again in a few seconds.'),
    )
  }

  function advance(): void {
    while (running.size < limits.running) {
      const next = longestPassedOver(waiting.filter(({ asker }) => !running.has(asker.user)))
      if (next === undefined) return
      waiting = waiting.filter((piece) => piece !== next)
      running.set(next.asker.user, next.asker)
      turns += 1
      for (const key of keysOf(next.asker)) lastTurns.set(key, turns)
      forgetTurns()
      next.begin()
    }
  }

  /** The one whose address, and then whose user at it, has had no turn for the longest; the first of several. */
  function longestPassedOver(pieces: readonly Piece[]): Piece | undefined {
    let best: Piece | undefined
    let bestTurns: readonly number[] = []
    for (const piece of pieces) {
      const last = keysOf(piece.asker).map((key) => lastTurns.get(key) ?? 0)
      if (best !== undefined && !isBefore(last, bestTurns)) continue
      best = piece
      bestTurns = last
    }
    return best
  }

  function forgetTurns(): void {
    const askers = [...running.values(), ...waiting.map(({ asker }) => asker)]
    const keys = new Set(askers.flatMap(keysOf))
    for (const key of lastTurns.keys()) if (!keys.has(key)) lastTurns.delete(key)
  }

  return {
    take(asker, work) {
      return new Promise((resolve, reject) => {
        const begin = (): void => {
          void work()
            .then(resolve, reject)
            .finally(() => {
              running.delete(asker.user)
              advance()
            })
        }
        enter({ asker, begin, refuse: reject })
      })
    },
  }
}

/** The last to come of those of whose user, or from whose address, most wait. */
function mostInsistent(pieces: readonly Piece[]): Piece {
  const shares = new Map<string, number>()
  for (const { asker } of pieces)
    for (const key of shareKeysOf(asker)) shares.set(key, (shares.get(key) ?? 0) + 1)
  const shareOf = ({ asker }: Piece): number =>
    Math.max(...shareKeysOf(asker).map((key) => shares.get(key) ?? 0))
  return pieces.reduce((most, piece) => (shareOf(piece) >= shareOf(most) ? piece : most))
}

function keysOf({ user, address }: Asker): readonly string[] {
  return [JSON.stringify([address]), JSON.stringify([address, user])]
}

function shareKeysOf({ user, address }: Asker): readonly string[] {
  return [JSON.stringify([address]), JSON.stringify(['', user])]
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((turn, index) => turn !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}
