import { time, TimestampStyles } from 'discord.js'
import { command, option } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { formatCount } from '#kit/numbers.ts'
import { readInvites, type Snapshot } from './baseline.ts'
import type contract from './contract.ts'
import { invitesOf } from './counts.ts'
import { attributionOf } from './public.ts'
import { invitesText, attributionText } from './attribution-text.ts'
import { slashRoot } from './slash-root.ts'

const here = command<typeof contract>()
const whose = (what: string) => option.user(`whose ${what}; yours when left out`, { optional: true })

export const invites = here({
  description: 'Shows how many members somebody has invited',
  slash: { root: slashRoot, name: 'view' },
  relatedWords: ['invite'],
  options: { user: whose('invites') },
  examples: ['', '@mara'],
  run({ db, guild, member, reply }, { user = member.user }) {
    const counts = invitesOf(db, guild.id, user.id)
    const inline = (name: string, value: number) => ({ name, value: String(value), inline: true })
    return reply({
      embeds: [
        {
          color: colours.brand,
          author: { name: `Invites of ${inert(user.displayName)}`, icon_url: user.displayAvatarURL() },
          description: `<@${user.id}> has ${invitesText(counts)}.`,
          fields: [
            inline('Total', counts.tracked + counts.added),
            inline('Fake', counts.fake),
            inline('Left', counts.left),
          ],
        },
      ],
    })
  },
})

export const inviter = here({
  description: 'Shows who invited somebody, and how certain that is',
  slash: { root: slashRoot, name: 'inviter' },
  aliases: ['whoinvited', 'invitedby'],
  options: { user: whose('inviter') },
  examples: ['', '@mara'],
  run({ db, guild, member, reply }, { user = member.user }) {
    const attribution = attributionOf(db, guild.id, user.id)
    const { inviterId = null, certainty = 'unknown' } = attribution ?? {}
    const sum = inviterId === null ? '' : ` <@${inviterId}> has ${invitesText(invitesOf(db, guild.id, inviterId))}.`
    return reply({
      embeds: [
        {
          color: colours.brand,
          author: { name: `Inviter of ${inert(user.displayName)}`, icon_url: user.displayAvatarURL() },
          description: `${attributionText(`<@${user.id}>`, attribution)}${sum}`,
          ...(inviterId !== null && { footer: { text: `${inviterId} · ${certainty}` } }),
        },
      ],
    })
  },
})

const longestList = 25

function codeLine({ code, uses, maxUses, expiresAt }: Snapshot): string {
  const used = maxUses === 0 ? formatCount(uses, 'use') : `${uses} of ${maxUses} uses`
  const end = expiresAt === null ? '' : `, ends ${time(Math.ceil(expiresAt / 1000), TimestampStyles.RelativeTime)}`
  return `\`${code}\`: ${used}${end}`
}

export const invitecodes = here({
  description: "Shows somebody's active invites and how often each was used",
  slash: { root: slashRoot, name: 'codes' },
  options: { user: whose('invites') },
  examples: ['', '@mara'],
  botNeeds: ['ManageGuild'],
  cooldown: 5,
  async run({ guild, member, reply, defer }, { user = member.user }) {
    await defer()
    const theirs = (await readInvites(guild))
      .filter(({ inviterId }) => inviterId === user.id)
      .toSorted((a, b) => b.uses - a.uses)
    const more = theirs.length > longestList ? `\n…and ${theirs.length - longestList} more.` : ''
    const lines = theirs.slice(0, longestList).map(codeLine).join('\n')
    return reply({
      embeds: [
        {
          color: colours.brand,
          author: { name: `Invites of ${inert(user.displayName)}`, icon_url: user.displayAvatarURL() },
          description: theirs.length === 0 ? `<@${user.id}> has no active invites.` : `${lines}${more}`,
        },
      ],
    })
  },
})
