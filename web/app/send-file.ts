import { ApiError, refusalIn, unreachable } from './api.ts'

/**
 * Posts a file and reports upload progress, which `fetch` does not.
 * @param path from `address`
 * @param onProgress receives the share sent so far, 0 to 1
 * @throws ApiError; an AbortError once `signal` aborts
 */
export function sendFile(
  path: string,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (status: number, reply: unknown, code: string, error: string) =>
      reject(new ApiError(status, refusalIn(reply) ?? { code, error }))
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      const { status, response } = request
      if (status >= 200 && status < 300 && response !== null) resolve(response)
      else fail(status, response, 'web.unreadable', `The server answered ${status}.`)
    })
    request.addEventListener('error', () => fail(0, undefined, 'web.unreachable', unreachable))
    request.addEventListener('abort', () => reject(new DOMException('The file was removed.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
