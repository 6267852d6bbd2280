import type { APIEmbedField } from 'discord.js'
import { formatCount } from '#kit/numbers.ts'
import { actions } from '../contract.ts'
import type { AutomodSettings } from '../contract.ts'

const state = (on: boolean, more = '') => (on ? `on${more}` : 'off')

/** All current settings, in the words of the commands that change them. */
export function statusFields(own: AutomodSettings, membersWithStrikes: number): APIEmbedField[] {
  const spam = `, ${own.spamMessages} in ${own.spamSeconds} s, ${own.maxDuplicated} alike`
  const values: [string, string][] = [
    ['Max lines', own.limitLines ? String(own.maxLines) : 'off'],
    ['Mass mentions', state(own.antiMassmention, `, ${own.maxMentions} allowed`)],
    ['Attachments', state(own.antiAttachments)],
    ['Links', state(own.antiLinks, own.allowDiscordLinks ? ", Discord's own pass" : '')],
    ['Invites', state(own.antiInvites)],
    ['Spam', state(own.antiSpam, spam)],
    ['Ghost pings', state(own.antiGhostping)],
    ['File names', state(own.judgeFileNames)],
    ['Nicknames', state(own.judgeNicknames)],
    ['Words', own.words.length === 0 ? 'none' : formatCount(own.words.length, 'word or pattern', 'words and patterns')],
    [
      'Action',
      `${actions.find(({ value }) => value === own.action)?.label} at ${formatCount(own.maxStrikes, 'strike')}`,
    ],
    ['Strikes expire', own.strikeDecayHours === 0 ? 'never' : `after ${formatCount(own.strikeDecayHours, 'hour')}`],
    ['Members with strikes', String(membersWithStrikes)],
    ['Moderators too', state(own.debug)],
  ]
  return values.map(([name, value]) => ({ name, value, inline: true }))
}
