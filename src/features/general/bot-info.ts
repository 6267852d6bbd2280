import { formatDuration } from '#kit/duration.ts'
import { type Services, command } from '#kernel/feature.ts'
import { inviteLink } from '#kernel/discord/invite-link.ts'
import { colours } from '#kit/notices.ts'
import { linkRow } from '#kit/link-row.ts'
import type general from './contract.ts'
import { botCounts } from './member-counts.ts'
import { bot } from './slash-roots.ts'

const links = ({ config }: Services) => [
  linkRow([
    ['Invite', inviteLink(config)],
    ['Dashboard', config.http.publicUrl.href],
    ['Support server', config.supportUrl],
  ]),
]

const uptimeText = () => formatDuration(process.uptime() * 1000)

/** Milliseconds to Discord and back, as the last heartbeat measured it. */
function latency({ client }: Services): string {
  return client.ws.ping >= 0 ? `${Math.round(client.ws.ping)} ms` : 'not measured yet'
}

export const ping = command<typeof general>()({
  description: 'Shows how long Discord takes to reach me',
  run: ctx => ctx.reply(`Pong! Gateway latency: ${latency(ctx)}.`, { ephemeral: true }),
})

export const uptime = command<typeof general>()({
  description: 'Shows how long I have been running',
  slash: { root: bot, name: 'uptime' },
  run: ctx => ctx.reply(`I have been running for ${uptimeText()}.`),
})

export const botinvite = command<typeof general>()({
  description: 'Shows the link that adds me to a server',
  slash: { root: bot, name: 'invite' },
  relatedWords: ['invite', 'addbot'],
  run: ctx =>
    ctx.reply(
      {
        embeds: [{ color: colours.brand, description: 'Add me to a server you manage, or open my dashboard.' }],
        components: links(ctx),
      },
      { ephemeral: true },
    ),
})

export const botinfo = command<typeof general>()({
  description: 'Shows figures about me',
  slash: { root: bot, name: 'info' },
  aliases: ['botstats', 'botstat'],
  cooldown: 5,
  run(ctx) {
    const { guildCount, members, channels } = botCounts(ctx.client)
    const inline = (name: string, value: string) => ({ name, value, inline: true })
    return ctx.reply({
      embeds: [
        {
          color: colours.brand,
          author: { name: ctx.config.productName, icon_url: ctx.client.user.displayAvatarURL() },
          fields: [
            inline('Servers', String(guildCount)),
            inline('Members', String(members)),
            inline('Channels', String(channels)),
            inline('Gateway latency', latency(ctx)),
            inline('Running for', uptimeText()),
            inline('Memory', `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`),
            inline('Node', process.version),
          ],
        },
      ],
      components: links(ctx),
    })
  },
})
