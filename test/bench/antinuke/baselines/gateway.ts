import { Events } from 'discord.js'
import { createCounter, ready, startClient } from './counting.ts'

/** Counts entries of the audit log as the gateway sends them, and bans. Nothing is written down or restored. */
const client = await startClient()
const count = createCounter(client)
client.on(Events.GuildAuditLogEntryCreate, (entry, guild) => count(guild, entry))
client.once(Events.ClientReady, ready)
await client.login(process.env['DISCORD_TOKEN'])
