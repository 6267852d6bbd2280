import { z } from 'zod'
import { StartupError, exitCodes } from '#kit/errors.ts'
import { misspelledVariables } from './misspelled-variables.ts'

/**
 * The environment, parsed once at start. Everything below `main.ts` receives this object; nothing else reads
 * `process.env`.
 */
export interface Config {
  discord: {
    token: string
    clientId: string
    clientSecret: string
    /** REST base without the version, e.g. `https://discord.com/api`. */
    apiUrl: string
    cdnUrl: string
    authorizeUrl: string
    tokenUrl: string
    shards: number | 'auto'
  }
  http: { publicUrl: URL; host: string; port: number }
  /** What to do once Discord has refused the bot permanently. */
  onRefusal: 'exit' | 'wait'
  dataDir: string
  /** How many daily backups are kept; 0 makes none. */
  backupDays: number
  /** The most that all files of one guild may take up together. */
  filesQuotaMiB: number
  sessionSecret: string | undefined
  ownerIds: readonly string[]
  supportUrl: string | undefined
  productName: string
  premium: 'all' | 'granted'
  logLevel: string
  /** Prometheus metrics: whether they are on, the token that opens them, and a separate port. */
  metrics: { on: boolean; token: string | undefined; port: number | undefined }
  /** The translation service; nothing is translated without an address. */
  translate: { url: string | undefined; key: string | undefined }
}

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const base = address.transform(value => value.replace(/\/+$/, ''))
/** The pages and the cookie live at `/`. */
const origin = base.refine(
  value => new URL(value).href === `${new URL(value).origin}/`,
  'must be an address without a path',
)
const idPattern = /^\d{17,20}$/
const id = z.string().regex(idPattern, 'must be a Discord ID (17 to 20 digits)')
const isWhole = (value: string, min: number, max: number) =>
  /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
const port = z
  .string()
  .refine(value => isWhole(value, 0, 65_535), 'must be a port number')
  .transform(Number)
const shards = z
  .string()
  .refine(value => value === 'auto' || isWhole(value, 1, 1000), "must be 'auto' or a number from 1 to 1000")
  .transform((value): Config['discord']['shards'] => (value === 'auto' ? value : Number(value)))
const required = z.string().min(1)

interface Variable {
  schema: z.ZodType
  fallback?: string
  meaning: string
  /** Masked where a hosting panel shows values. */
  secret?: true
  /** Not offered by panels: the defaults fit, or the panel decides. */
  advanced?: true
}

/**
 * Every variable; README, `.env.example` and the files in `hosting/` are rendered from this list or compared with it.
 */
const variables = {
  DISCORD_TOKEN: { schema: required, meaning: "the bot's token", secret: true },
  DISCORD_CLIENT_ID: { schema: id, meaning: "the application's ID" },
  DISCORD_CLIENT_SECRET: { schema: required, meaning: "the application's OAuth2 secret", secret: true },
  PUBLIC_URL: {
    schema: origin,
    fallback: 'http://localhost:<PORT>',
    meaning: 'where browsers reach the dashboard; the OAuth2 redirect is <PUBLIC_URL>/api/login/callback',
  },
  HOST: { schema: required, fallback: '0.0.0.0', meaning: 'the address to listen on', advanced: true },
  PORT: {
    schema: port,
    fallback: '3000',
    meaning: 'the port to listen on; 0 takes a free one; if it is unset, SERVER_PORT is used, which panels set',
    advanced: true,
  },
  DATA_DIR: {
    schema: required,
    fallback: './data',
    meaning: 'the folder for the database, files and backups',
    advanced: true,
  },
  BACKUP_DAYS: {
    schema: z
      .string()
      .refine(value => isWhole(value, 0, 366), 'must be a number from 0 to 366')
      .transform(Number),
    fallback: '7',
    meaning: 'how many daily backups are kept in DATA_DIR, besides one for each of the last 4 weeks; 0 makes none',
  },
  FILES_QUOTA_MB: {
    schema: z
      .string()
      .refine(value => isWhole(value, 0, 1_000_000), 'must be a number of MiB')
      .transform(Number),
    fallback: '250',
    meaning: 'MiB of files that one server may keep in DATA_DIR',
  },
  SESSION_SECRET: {
    schema: z.string().min(32, 'must have at least 32 characters').optional(),
    meaning: 'signs the session cookie; if it is unset, one is generated and kept in DATA_DIR',
    secret: true,
    advanced: true,
  },
  OWNER_IDS: {
    schema: z
      .string()
      .transform(value => value.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.string().regex(idPattern, 'must be Discord IDs (17 to 20 digits), separated by commas'))),
    fallback: '',
    meaning: 'Discord IDs of the people who run the bot, separated by commas',
  },
  SUPPORT_URL: { schema: address.optional(), meaning: 'invitation to the support server' },
  PRODUCT_NAME: { schema: z.string().min(1).max(32), fallback: 'Palisade', meaning: "the product's name" },
  PREMIUM: {
    schema: z.enum(['all', 'granted'], "must be 'all' or 'granted'"),
    fallback: 'all',
    meaning: 'all: every server has premium; granted: grants, claims and Discord entitlements decide',
  },
  SHARDS: {
    schema: shards,
    fallback: 'auto',
    meaning: 'number of gateway connections',
    advanced: true,
  },
  ON_REFUSAL: {
    schema: z.enum(['exit', 'wait'], "must be 'exit' or 'wait'"),
    fallback: 'exit',
    meaning:
      'what to do when Discord refuses the token or the intents; exit: end with an exit code; wait (set in the image): keep running and say so at /healthz, because a restart would only sign in again',
    advanced: true,
  },
  LOG_LEVEL: {
    schema: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    ),
    fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  METRICS: {
    schema: z
      .enum(['on', 'off', 'true', 'false', '1', '0'], "must be 'on' or 'off'")
      .transform(value => /^(on|true|1)$/.test(value)),
    fallback: 'off',
    meaning: 'on: Prometheus metrics at /metrics, for clients that send METRICS_TOKEN, or at METRICS_PORT',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    meaning: 'the bearer token that Prometheus sends to read /metrics',
    secret: true,
    advanced: true,
  },
  METRICS_PORT: {
    schema: port.optional(),
    meaning: 'a separate port for /metrics, which need not be reachable from outside',
    advanced: true,
  },
  TRANSLATE_URL: {
    schema: base.optional(),
    meaning: 'a LibreTranslate server; flag translation sends it the messages that members want translated',
  },
  TRANSLATE_KEY: { schema: z.string().min(1).optional(), meaning: "that server's API key", secret: true },
  DISCORD_API_URL: {
    schema: base,
    fallback: 'https://discord.com/api',
    meaning: "Discord's REST API, without version",
    advanced: true,
  },
  DISCORD_CDN_URL: {
    schema: base,
    fallback: 'https://cdn.discordapp.com',
    meaning: "Discord's image server",
    advanced: true,
  },
  DISCORD_AUTHORIZE_URL: {
    schema: base,
    fallback: 'https://discord.com/oauth2/authorize',
    meaning: 'the page where people sign in and add the bot',
    advanced: true,
  },
  DISCORD_TOKEN_URL: {
    schema: base,
    fallback: 'https://discord.com/api/oauth2/token',
    meaning: 'where sign-in codes are exchanged',
    advanced: true,
  },
} as const satisfies Record<string, Variable>

type Name = keyof typeof variables

/** The table of environment variables, for the documentation and the start-up message. */
export const environment = Object.entries<Variable>(variables).map(
  ([name, { schema, fallback, meaning, secret = false, advanced = false }]) => ({
    name,
    fallback,
    required: fallback === undefined && !schema.safeParse(undefined).success,
    meaning,
    secret,
    advanced,
  }),
)

type Environment = Record<string, string | undefined>

/** A file of variables may be read by something that leaves the quotes in, as `docker run --env-file` does. */
const withoutQuotes = (value: string): string => /^(["'])(?<inner>.*)\1$/s.exec(value)?.groups?.['inner'] ?? value

/** @returns undefined for an empty variable, too */
function valueOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  // An existing secret with quotes has signed cookies with them, so they stay part of it.
  return (name === 'SESSION_SECRET' || value === undefined ? value : withoutQuotes(value).trim()) || undefined
}

/** Returns the data folder alone, for commands that do not connect to Discord. */
export const dataDirOf = (env: Environment): string => valueOf(env, 'DATA_DIR') ?? variables.DATA_DIR.fallback

/** Reports variables that look like a misspelling of one that is not set, in one sentence each. */
export function misnamedVariables(env: Environment): string[] {
  const given = Object.keys(env).filter(name => valueOf(env, name))
  return misspelledVariables(new Set(given), new Set(Object.keys(variables)))
}

/** The values that must never be logged. */
export const secretsOf = ({ discord, metrics, sessionSecret, translate }: Config): string[] =>
  [discord.token, discord.clientSecret, sessionSecret, translate.key, metrics.token].filter(
    value => value !== undefined,
  )

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws StartupError that names every missing and every wrong variable in one sentence each
 */
export function parseConfig(given: Environment): Config {
  const env: Environment = { ...given, PORT: valueOf(given, 'PORT') ?? given['SERVER_PORT'] }
  const missing = environment.filter(({ name, required }) => required && !valueOf(env, name)).map(({ name }) => name)
  if (missing.length > 0) {
    const near = misnamedVariables(given).map(sentence => `${sentence} `)
    throw new StartupError(
      exitCodes.configuration,
      `Missing ${missing.length === 1 ? 'variable' : 'variables'}: ${missing.join(', ')}. ${near.join('')}Set ${missing.length === 1 ? 'it' : 'them'} to run against Discord, or try everything without an account: npm run demo`,
    )
  }
  const problems: string[] = []
  // A wrong port is reported once, under PORT, not again under PUBLIC_URL.
  const shownPort = port.safeParse(valueOf(env, 'PORT')).success ? `${valueOf(env, 'PORT')}` : variables.PORT.fallback
  const read = <N extends Name>(name: N): z.output<(typeof variables)[N]['schema']> => {
    const variable: { schema: z.ZodType; fallback?: string } = variables[name]
    const parsed = variable.schema.safeParse(valueOf(env, name) ?? variable.fallback?.replace('<PORT>', shownPort))
    if (!parsed.success) problems.push(`${name} ${parsed.error.issues[0]?.message}`)
    return parsed.data as z.output<(typeof variables)[N]['schema']>
  }
  const publicUrl = read('PUBLIC_URL')
  const config = {
    discord: {
      token: read('DISCORD_TOKEN'),
      clientId: read('DISCORD_CLIENT_ID'),
      clientSecret: read('DISCORD_CLIENT_SECRET'),
      apiUrl: read('DISCORD_API_URL'),
      cdnUrl: read('DISCORD_CDN_URL'),
      authorizeUrl: read('DISCORD_AUTHORIZE_URL'),
      tokenUrl: read('DISCORD_TOKEN_URL'),
      shards: read('SHARDS'),
    },
    http: { host: read('HOST'), port: read('PORT') },
    onRefusal: read('ON_REFUSAL'),
    dataDir: read('DATA_DIR'),
    backupDays: read('BACKUP_DAYS'),
    filesQuotaMiB: read('FILES_QUOTA_MB'),
    sessionSecret: read('SESSION_SECRET'),
    ownerIds: read('OWNER_IDS'),
    supportUrl: read('SUPPORT_URL'),
    productName: read('PRODUCT_NAME'),
    premium: read('PREMIUM'),
    logLevel: read('LOG_LEVEL'),
    metrics: { on: read('METRICS'), token: read('METRICS_TOKEN'), port: read('METRICS_PORT') },
    translate: { url: read('TRANSLATE_URL'), key: read('TRANSLATE_KEY') },
  }
  const { metrics, http } = config
  if (metrics.on && metrics.port !== undefined && metrics.port > 0 && metrics.port === http.port)
    problems.push('METRICS_PORT must be a different port from PORT')
  if (problems.length > 0) throw new StartupError(exitCodes.configuration, `${problems.join('; ')}.`)
  return { ...config, http: { ...config.http, publicUrl: new URL(publicUrl) } }
}
