import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sandbox } from '../../context.ts'
import { people } from '../../control/world-overview.ts'
import { DiscordError } from '../../world/errors.ts'
import { readAuthorize } from '../request.ts'
import { consentPage, messagePage } from './document.ts'

const file = (path: string) => readFileSync(new URL(path, import.meta.url))

/**
 * The dashboard's design tokens without their font import, which only the bundler can resolve; this page's fonts are in
 * authorize.css.
 */
const tokens = () =>
  file('../../../web/ui/tokens.css')
    .toString()
    .replace(/^@import .*$/m, '')

const assets: readonly [name: string, type: string, read: () => Buffer | string][] = [
  ['tokens.css', 'text/css', tokens],
  ['authorize.css', 'text/css', () => file('./authorize.css')],
  ['authorize.js', 'text/javascript', () => file('./authorize.js')],
  [
    'geist.woff2',
    'font/woff2',
    () => file('../../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  ],
]

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const html = (reply: FastifyReply, status: number, page: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(page)

/** `/oauth2/authorize`: where an application sends a member's browser. */
export function mountAuthorizePage(app: FastifyInstance, sandbox: Sandbox): void {
  for (const [name, type, read] of assets)
    app.get(`/oauth2/${name}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(read()))

  app.get('/oauth2/authorize', (request, reply) => {
    try {
      const asked = readAuthorize(sandbox, request.query as Record<string, string>)
      return html(reply, 200, consentPage(asked, people(sandbox)))
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error
      return html(reply, error.status, messagePage('This sign-in cannot go on', whatIsWrong(error)))
    }
  })

  app.get('/oauth2/authorized', (_request, reply) =>
    html(reply, 200, messagePage('Authorized', 'You may now close this window or tab.')),
  )
}

/** The first sentence within `errors`, which says more than 'Invalid Form Body'. */
function whatIsWrong({ message, errors }: DiscordError): string {
  const [field, problem] = Object.entries(errors ?? {})[0] ?? []
  const { _errors: [first] = [] } = (problem ?? {}) as { _errors?: { message: string }[] }
  return first ? `${field}: ${first.message}` : message
}
