import { Client, GatewayIntentBits } from 'discord.js'

/** The yardstick: discord.js with its default caches and the product's intents, one listener that counts, one answer. */
const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMembers,
    GatewayIntentBits.GuildModeration,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.MessageContent,
  ],
  rest: { api: process.env['DISCORD_API_URL'] ?? '' },
})
let counted = 0
client.on('messageCreate', message => {
  counted += 1
  if (message.content === '.ping') void message.channel.send(`${counted}`)
})
client.once('clientReady', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => void client.destroy().then(() => process.exit(0)))
await client.login(process.env['DISCORD_TOKEN'])
