import type { RunningSandbox } from '../server.ts'
import { guildsOfOwner } from './environment.ts'

/** Stores the cookies that a response sets, as a browser does. */
function keep(jar: Map<string, string>, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/**
 * Signs in at the dashboard as the owner of the demo's servers, as a person would, and switches anti-nuke on in each of
 * their servers that the bot is in, so that attacks started on the stage are stopped.
 * @param dashboard 'http://localhost:3000'
 * @throws Error when the dashboard refuses
 */
export async function protectHome(sandbox: RunningSandbox, dashboard: string): Promise<void> {
  const jar = new Map<string, string>()
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(new URL(path, dashboard), {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && {
          'content-type': 'application/json',
          origin: new URL(dashboard).origin,
          'sec-fetch-site': 'same-origin',
        }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    keep(jar, answer)
    if (answer.status >= 400) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const { search } = new URL((await call('/api/login')).headers.get('location') ?? '', dashboard)
  const consent = await fetch(`${sandbox.api}/v10/oauth2/authorize${search}`, {
    method: 'POST',
    headers: { authorization: sandbox.tokenOf('owner'), 'content-type': 'application/json' },
    body: JSON.stringify({ authorize: true }),
  })
  const { location } = (await consent.json()) as { location?: string }
  if (!location) throw new Error(`the consent page answered ${consent.status}`)
  const callback = new URL(location)
  await call(`${callback.pathname}${callback.search}`)
  for (const { guild } of guildsOfOwner(sandbox))
    await call(`/api/guild/${guild.id}/antinuke`, { antiNukeUpdate: true, enabled: true })
}
