import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { mayWrite } from '#kit/permissions.ts'
import { inert, endTag } from '#kit/template.ts'
import { formatCount } from '#kit/numbers.ts'
import type reputation from './contract.ts'
import { recordGift, reputationOf } from './gifts.ts'

type Ctx = CommandContext<typeof reputation>
const here = command<typeof reputation>()
const hourMs = 3_600_000

/** Announces a gift in the configured channel; a failed announcement does not affect the gift. */
async function announce({ guild, own, channel: here, log }: Ctx, text: string): Promise<void> {
  const channel = own.announceChannel === null ? undefined : guild.channels.cache.get(own.announceChannel)
  if (!channel?.isTextBased() || channel.id === here.id || !mayWrite(channel)) return
  try {
    await channel.send({ content: text, allowedMentions: { parse: [] } })
  } catch (err) {
    log.warn({ err, guildId: guild.id, channelId: channel.id }, 'reputation could not be announced')
  }
}

function demandGift(giver: GuildMember, receiver: GuildMember): void {
  if (receiver.id === giver.id)
    throw new UserError('reputation.self', 'You cannot give yourself reputation. Choose somebody else.')
  if (receiver.user.bot) throw new UserError('reputation.bot', 'Bots cannot receive reputation. Choose a person.')
}

const giveTo = here({
  description: 'Gives a member a reputation point',
  options: { member: option.member('who receives it') },
  examples: ['@mara'],
  async run(ctx, { member: receiver }) {
    const { db, guild, member: giver, own, now, reply } = ctx
    demandGift(giver, receiver)
    const gift = { guildId: guild.id, giverId: giver.id, receiverId: receiver.id, at: now() }
    const again = recordGift(db, gift, own.cooldownHours * hourMs)
    if (again !== undefined)
      throw new UserError('reputation.wait', `You can give reputation again ${endTag(again, 'R')}.`, 429)
    const { received } = reputationOf(db, guild.id, receiver.id)
    const text = `${inert(giver.displayName)} gave <@${receiver.id}> a reputation point. They have ${formatCount(received, 'reputation point')} now.`
    await reply(success(text))
    await announce(ctx, text)
  },
})

const view = here({
  description: 'Shows how much reputation somebody has given and received here',
  options: { user: option.user('whose reputation; yours when left out', { optional: true }) },
  examples: ['', '@mara'],
  run({ db, guild, member, written, reply }, { user = member.user }) {
    const { given, received } = reputationOf(db, guild.id, user.id)
    const inline = (name: string, value: number) => ({ name, value: String(value), inline: true })
    return reply({
      embeds: [
        {
          color: colours.brand,
          author: { name: `Reputation of ${inert(user.displayName)}`, icon_url: user.displayAvatarURL() },
          fields: [inline('Received', received), inline('Given', given)],
          // In many servers `.rep @mara` gives a point, so members may expect that here.
          ...(user.id !== member.id &&
            !user.bot && { footer: { text: `Give them a point with ${written('rep give')}.` } }),
        },
      ],
    })
  },
})

export const rep: CommandGroup<typeof reputation> = {
  description: 'Shows and gives reputation',
  aliases: ['reputation'],
  shortcuts: { giverep: 'give', addrep: 'give' },
  subcommands: { view, give: giveTo },
  bare: 'view',
  otherwise: 'view',
}
