import { Events } from 'discord.js'
import { createCounter, ready, startClient } from './counting.ts'

/** Counts audit log entries as the gateway sends them, and bans. Stores and restores nothing. */
const client = await startClient()
const count = createCounter(client)
client.on(Events.GuildAuditLogEntryCreate, (entry, guild) => count(guild, entry))
client.once(Events.ClientReady, ready)
await client.login(process.env['DISCORD_TOKEN'])
