import { Events } from 'discord.js'
import { createCounter, ready, startClient } from './counting.ts'

const everyMs = 1000

/** Reads the newest hundred entries of the audit log every second, and bans. */
const client = await startClient()
const count = createCounter(client)
let newest = '0'

async function look(): Promise<void> {
  for (const guild of client.guilds.cache.values()) {
    const { entries } = await guild.fetchAuditLogs({ limit: 100 })
    const fresh = [...entries.values()].filter(({ id }) => BigInt(id) > BigInt(newest)).toReversed()
    newest = fresh.at(-1)?.id ?? newest
    for (const entry of fresh) count(guild, entry)
  }
}

async function begin(): Promise<void> {
  const [guild] = client.guilds.cache.values()
  newest = (await guild?.fetchAuditLogs({ limit: 1 }))?.entries.firstKey() ?? '0'
  setInterval(() => void look().catch((error: unknown) => process.stderr.write(`${String(error)}\n`)), everyMs)
  ready()
}

client.once(Events.ClientReady, () => void begin())
await client.login(process.env['DISCORD_TOKEN'])
