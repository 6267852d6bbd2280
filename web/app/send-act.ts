/** The connection was lost before an answer arrived. */
export class LostConnection extends Error {
  /** Whether the whole request had been sent, so that the server may have received it. */
  readonly hasLeft: boolean

  constructor(hasLeft: boolean) {
    super(hasLeft ? 'The answer was lost.' : 'Nothing was sent.')
    this.name = 'LostConnection'
    this.hasLeft = hasLeft
  }
}

/** The response; `json` rejects if its body is not JSON. */
type Answer = Pick<Response, 'ok' | 'status' | 'json'>

/**
 * Sends a call that may change something. When the connection is lost, `fetch` does not say whether the request had been
 * sent. XMLHttpRequest does, which distinguishes a call that cannot have taken effect from one that may have.
 * @param body required, because browsers do not report the upload of a request without a body
 * @throws LostConnection; an AbortError once `signal` is aborted
 */
export function sendAct(
  address: string,
  { method, body, signal }: { method: string; body: string | FormData; signal: AbortSignal },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let hasLeft = false
    request.upload.addEventListener('load', () => {
      hasLeft = true
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      const json = async (): Promise<unknown> => JSON.parse(responseText)
      resolve({ ok: status >= 200 && status < 300, status, json })
    })
    request.addEventListener('error', () => reject(new LostConnection(hasLeft)))
    request.addEventListener('abort', () => reject(new DOMException('The call was aborted.', 'AbortError')))
    request.open(method, address)
    request.setRequestHeader('accept', 'application/json')
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json')
    request.send(body)
    if (signal.aborted) request.abort()
    signal.addEventListener('abort', () => request.abort())
  })
}
