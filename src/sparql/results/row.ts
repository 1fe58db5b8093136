/** A row of an answer: the key of a term (`termKey`) for each variable, or `null` where it is unbound. */
export type Row = readonly (string | null)[]
