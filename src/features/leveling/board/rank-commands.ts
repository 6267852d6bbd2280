import type { APIEmbed, GuildMember } from 'discord.js'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { command, type CommandContext, option, type ReplyContent } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { inert, timeTag } from '#kit/template.ts'
import { formatNumber } from '#kit/numbers.ts'
import { memberRow, openVoiceSeconds, rankOf } from './ranking.ts'
import { drawRankCard } from './card.ts'
import type leveling from '../contract.ts'
import { neededAt, levelProgress } from '../curve.ts'
import { slashRoot } from '../slash-root.ts'

const here = command<typeof leveling>()
const target = { member: option.member('whose; yours when left out', { optional: true }) }

const inline = (name: string, value: string) => ({ name, value, inline: true })

function demandPerson({ user }: GuildMember): void {
  if (user.bot) throw new UserError('leveling.bot', 'Bots have no level. Choose a person.')
}

interface Reached {
  member: GuildMember
  level: number
  xp: number
  needed: number
  rank: number
}

/** The alternative text of the image. */
const inWords = ({ member, rank: place, level, xp, needed }: Reached): string =>
  `${member.displayName}: rank #${formatNumber(place)}, level ${formatNumber(level)}, ${formatNumber(xp)} / ${formatNumber(needed)} XP`

/** The rank card; undefined if the bot may not attach files or the image cannot be drawn. */
async function asPicture(ctx: CommandContext<typeof leveling>, reached: Reached): Promise<ReplyContent | undefined> {
  const { member, level, xp, needed, rank: place } = reached
  const { me } = ctx.guild.members
  if (!me || !ctx.channel.permissionsFor(me).has('AttachFiles')) return undefined
  try {
    const attachment = await drawRankCard(ctx, ctx.guild.id, {
      name: member.displayName,
      avatarURL: member.displayAvatarURL({ extension: 'png', size: 256, forceStatic: true }),
      level,
      xp,
      needed,
      rank: place,
      ...(member.displayColor !== 0 && { colour: member.displayHexColor }),
    })
    return { files: [{ attachment, name: 'rank.png', description: inWords(reached) }] }
  } catch (err) {
    ctx.log.info({ err, guildId: ctx.guild.id }, 'rank card not drawn')
    return undefined
  }
}

function asEmbed({ member, rank: place, level, xp, needed }: Reached): ReplyContent {
  const embed: APIEmbed = {
    color: colours.brand,
    author: { name: `Rank of ${inert(member.displayName)}`, icon_url: member.displayAvatarURL() },
    fields: [
      inline('Rank', `#${formatNumber(place)}`),
      inline('Level', formatNumber(level)),
      inline('XP', `${formatNumber(xp)} / ${formatNumber(needed)}`),
    ],
  }
  return { embeds: [embed] }
}

export const rank = here({
  description: 'Shows the level and rank of a member',
  aliases: ['level', 'lvl'],
  options: target,
  cooldown: 5,
  examples: ['', '@mara'],
  async run(ctx, { member = ctx.member }) {
    demandPerson(member)
    const row = memberRow(ctx, ctx.guild.id, member.id)
    if (!row || row.total === 0)
      throw new UserError(
        'leveling.none',
        member.id === ctx.member.id
          ? 'You have no XP here yet. Write a few messages first.'
          : `${inert(member.displayName)} has no XP here yet.`,
      )
    const { level, xp } = levelProgress(row.total)
    const reached = { member, level, xp, needed: neededAt(level), rank: rankOf(ctx.db, row) }
    return ctx.reply((await asPicture(ctx, reached)) ?? asEmbed(reached))
  },
})

const duration = (seconds: number): string => (seconds < 1 ? 'none' : formatDuration(seconds * 1000))

export const stats = here({
  description: 'Shows what a member has done here',
  slash: { root: slashRoot, name: 'stats' },
  options: target,
  cooldown: 5,
  examples: ['', '@mara'],
  run(ctx, { member = ctx.member }) {
    demandPerson(member)
    const row = memberRow(ctx, ctx.guild.id, member.id)
    const { level, xp } = levelProgress(row?.total ?? 0)
    const voice = (row?.voiceSeconds ?? 0) + openVoiceSeconds(ctx.db, ctx.guild.id, member.id, ctx.now())
    const joined = member.joinedTimestamp
    const embed: APIEmbed = {
      color: colours.brand,
      author: { name: `Statistics of ${inert(member.displayName)}`, icon_url: member.displayAvatarURL() },
      fields: [
        inline('Username', inert(member.user.username)),
        inline('ID', member.id),
        inline('Joined', joined === null ? 'unknown' : timeTag(joined, 'D')),
        inline('Messages', formatNumber(row?.messages ?? 0)),
        inline('Prefix commands', formatNumber(row?.prefixCommands ?? 0)),
        inline('Slash commands', formatNumber(row?.slashCommands ?? 0)),
        inline('Level', formatNumber(level)),
        inline('XP', `${formatNumber(xp)} / ${formatNumber(neededAt(level))}`),
        inline('Total XP', formatNumber(row?.total ?? 0)),
        inline('Voice connections', formatNumber(row?.voiceConnections ?? 0)),
        inline('Time in voice', duration(voice)),
      ],
    }
    return ctx.reply({ embeds: [embed] })
  },
})
