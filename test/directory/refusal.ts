/** An answer other than what was asked for, as the servers of the directory give it. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
}

const trace = '72f988bf-86f1-41af-91ab-2d7cd011db47'

/** An error of the token endpoint, as its documentation shows them. */
export function tokenRefusal(status: number, error: string, code: number, description: string): Refusal {
  const time = '2026-01-09 02:02:12Z'
  return {
    status,
    body: {
      error,
      error_description: `AADSTS${code}: ${description}\r\nTrace ID: ${trace}\r\nCorrelation ID: ${trace}\r\nTimestamp: ${time}`,
      error_codes: [code],
      timestamp: time,
      trace_id: trace,
      correlation_id: trace,
    },
  }
}

/** An error of the directory API, as its documentation shows them. */
export function directoryRefusal(status: number, code: string, message: string): Refusal {
  return {
    status,
    body: { error: { code, message, innerError: { 'request-id': trace, date: '2026-01-09' } } },
  }
}
