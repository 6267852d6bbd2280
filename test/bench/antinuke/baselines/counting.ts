import { AuditLogEvent, Client, Events, GatewayIntentBits, type Guild, type GuildAuditLogsEntry } from 'discord.js'

/** All baselines count deletions, bans and kicks, and act at the third within a minute. A prune suffices by itself. */
const limit = 3
const windowMs = 60_000
const destructive = new Set([
  AuditLogEvent.ChannelDelete,
  AuditLogEvent.RoleDelete,
  AuditLogEvent.MemberBanAdd,
  AuditLogEvent.MemberKick,
  AuditLogEvent.WebhookDelete,
  AuditLogEvent.EmojiDelete,
])
const atOnce = new Set([AuditLogEvent.MemberPrune])

export const startClient = async (): Promise<Client> => {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMembers,
      GatewayIntentBits.GuildModeration,
      GatewayIntentBits.GuildExpressions,
      GatewayIntentBits.GuildWebhooks,
    ],
    rest: { api: process.env['DISCORD_API_URL'] ?? '' },
  })
  process.once('SIGTERM', () => void client.destroy().then(() => process.exit(0)))
  client.on(Events.Error, () => undefined)
  return client
}

/** Reports that the bot may be attacked now. */
export const ready = (): boolean => process.stdout.write('ready\n')

/** @returns a function that counts an entry. At the limit it bans its author, and then calls `stopped` */
export function createCounter(
  client: Client,
  stopped: (guild: Guild) => Promise<void> = () => Promise.resolve(),
): (guild: Guild, entry: Pick<GuildAuditLogsEntry, 'action' | 'executorId' | 'createdTimestamp'>) => void {
  const times = new Map<string, number[]>()
  const banned = new Set<string>()
  return (guild, { action, executorId, createdTimestamp }) => {
    if (!executorId || executorId === guild.ownerId || executorId === client.user?.id || banned.has(executorId)) return
    if (!destructive.has(action) && !atOnce.has(action)) return
    const recent = [...(times.get(executorId) ?? []), createdTimestamp].filter(at => createdTimestamp - at < windowMs)
    times.set(executorId, recent)
    if (recent.length < limit && !atOnce.has(action)) return
    banned.add(executorId)
    guild.bans
      .create(executorId)
      .then(() => stopped(guild))
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}
