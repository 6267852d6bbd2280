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
  const protect = helmet(contentPolicy(config))
  app.addHook('onRequest', (request, reply, done) => {
    protect(request.raw, reply.raw, error => done(error instanceof Error ? error : undefined))
  })
}
