/** Why an axiom is left out, as a sentence: it is malformed, or says what no rewriting infers. */
export class RefusedAxiom extends Error {}
