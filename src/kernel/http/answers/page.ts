import type { FastifyReply } from 'fastify'
import { discordPictures, type PagePolicy } from '#contract'
import type { Config } from '../../config.ts'
import { pictureHosts } from '../security.ts'

/**
 * The Content-Security-Policy of a page that a feature renders itself. `sandbox` gives it an origin of its own, so that
 * even an injected script could neither read the dashboard nor call it. https://www.w3.org/TR/CSP3/#directive-sandbox
 */
export function pagePolicy(csp: PagePolicy, config: Pick<Config, 'discord'>): string {
  const named = Object.entries(csp).map(([directive, sources]) =>
    [directive, ...sources.flatMap(one => (one === discordPictures ? pictureHosts(config) : one))].join(' '),
  )
  const scripts = csp['script-src'] ? ' allow-scripts' : ''
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `sandbox allow-popups allow-popups-to-escape-sandbox${scripts}`,
    ...named,
  ].join('; ')
}

export const sendPage = (reply: FastifyReply, policy: string, html: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
