import type { Logger as PinoLogger } from 'pino'

/** Structured log: an object first (`{ guildId, feature }`), then a short lower-case phrase. No secrets, no message content. */
export type Logger = PinoLogger
