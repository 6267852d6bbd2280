import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** Discord's second picture host, which shows what members link to. */
const mediaProxy = 'https://media.discordapp.net'

/** Where pictures of Discord come from. */
export const pictureHosts = ({ discord }: Pick<Config, 'discord'>): string[] => [
  new URL(discord.cdnUrl).origin,
  mediaProxy,
]

/** Nothing inline, nothing from elsewhere but Discord's pictures; not to be framed. */
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
    // The bot's authorize link opens in a new tab, and Discord's page needs no handle on ours.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Pictures come from Discord's CDN, which does not opt in.
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  }
}

/** Sends the headers that keep browsers safe with every answer. They are the same for all, so they are made once. */
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
