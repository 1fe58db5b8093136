import type { Adapter, AdapterPayload } from 'oidc-provider'

/** What an identity provider keeps: sessions, grants and codes, by kind and name. They outlive the provider that made them. */
export function keptInMemory(): (kind: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  const found = (holds: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> =>
    Promise.resolve(kept.values().find(holds))
  return (kind) => {
    const keyOf = (id: string): string => `${kind} ${id}`
    return {
      upsert: async (id, payload) => void kept.set(keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: (uid) => found((payload) => payload.kind === kind && payload.uid === uid),
      findByUserCode: (code) => found((payload) => payload.kind === kind && payload.userCode === code),
      async consume(id) {
        const payload = kept.get(keyOf(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grant) {
        for (const [key, payload] of kept) if (payload.grantId === grant) kept.delete(key)
      },
    }
  }
}
