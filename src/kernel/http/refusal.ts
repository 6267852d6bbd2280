import { createServer } from 'node:http'
import { once } from 'node:events'
import { exitCodes, type StartupError } from '#kit/errors.ts'

/**
 * Exit codes of failures that another sign-in would only repeat; Discord resets the token of a bot that signs in 1,000
 * times a day.
 */
const permanent: readonly number[] = [exitCodes.configuration, exitCodes.token, exitCodes.intents]

export const isPermanent = ({ exitCode }: StartupError): boolean => permanent.includes(exitCode)

/**
 * Listens at the dashboard's address and answers everything with 503 and the reason, `/healthz` in its usual form.
 * Never retries: an operator has to fix the cause and restart the bot.
 * @throws Error when the port is taken
 */
export async function answerWithRefusal(at: { host: string; port: number }, reason: string): Promise<void> {
  const server = createServer((request, response) => {
    const isHealth = request.url === '/healthz'
    response.writeHead(503, {
      'cache-control': 'no-store',
      'content-type': isHealth ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    })
    response.end(isHealth ? JSON.stringify({ ok: false, reasons: [reason] }) : `${reason}\n`)
  })
  await once(server.listen(at.port, at.host), 'listening')
}
