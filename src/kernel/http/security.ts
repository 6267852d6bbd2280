import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** Discord's second picture host, which shows what members link to. */
const mediaProxy = 'https://media.discordapp.net'

/** The origins that Discord's images come from. */
export const pictureHosts = ({ discord }: Pick<Config, 'discord'>): string[] => [
  new URL(discord.cdnUrl).origin,
  mediaProxy,
]

/** The policy of all pages: nothing inline, nothing from other origins but Discord's images, no framing. */
function contentPolicy({ discord, http }: Pick<Config, 'discord' | 'http'>): HelmetOptions {
  const https = http.publicUrl.protocol === 'https:'
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...pictureHosts({ discord })],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // The link to invite the bot opens in a new tab, and Discord's page needs no reference to ours.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Pictures come from Discord's CDN, which does not opt in.
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  }
}

/** Adds the security headers to every answer. They are always the same, so they are computed once. */
export function mountSecurity(app: FastifyInstance, config: Pick<Config, 'discord' | 'http'>): void {
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(contentPolicy(config))(sample.req, sample, error => {
    if (error !== undefined) throw error
  })
  const headers = Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const)
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
