import { expect, test } from 'vitest'
import { type BotMessage, tellsOf } from './mentions-of-user.ts'

const userId = '300000000000000007'
const readyAnswers = ['Hello {member}, the refund takes five days. {agent}', 'Send the {panel} form.']
const said = (content: string, parts: Partial<BotMessage['parts']> = {}, isOurs = true): BotMessage => ({
  content,
  parts: { type: 0, webhookId: null, embeds: [], components: [], ...parts },
  isOurs,
})
const notice = (description: string) => said('', { embeds: [{ description }] })
const reply = (content: string) => said(content, { type: 19 })

test.each(['the', 'The', 'Send', 'form', 'high', 'ticket', 'a', '.', '**', '5', 'refund'])(
  'a member called %j is not every word of a sentence',
  name => {
    const tells = tellsOf({ userId, names: [name], readyAnswers })
    for (const one of [
      said('You were warned for the scam you ran. Send the form, a refund takes 5 days.'),
      notice('The priority of this ticket is **high**.'),
      notice('The transcript holds 5 messages.'),
      notice('Somebody the form refund is not of the team any more. Nobody has this ticket now.'),
      reply('Hello wren, the refund takes five days. finch'),
      reply('Send the Support form.'),
      said(`**${name}**: what somebody wrote through a webhook`, { webhookId: '1' }, false),
      said(`<@${userId}9> is somebody else`),
    ])
      expect({ one, tells: tells(one) }).toEqual({ one, tells: false })
  },
)

test.each(['wren', 'the', 'Ån na', '太郎', 'a', 'x*y_z', '@everyone', '[mask](x)', '$1.+'])(
  'a member called %j is found wherever names stand',
  name => {
    const tells = tellsOf({ userId, names: ['other', name], readyAnswers })
    for (const one of [
      notice(`${name} takes care of this ticket.`),
      notice(`Done.\n${name} gave this ticket back.`),
      notice(`Thank you for creating a ticket.\n${name} opened this ticket for you.`),
      notice(`${name} is no longer on the team. Nobody has this ticket now.`),
      reply(`Hello ${name}, the refund takes five days. finch`),
      reply(`Hello finch, the refund takes five days. ${name}`),
      said(`**${name}** was welcomed by another bot`, {}, false),
      said(`Asked by @${name}`),
      said(`Closed by <@${userId}>`),
      said('', { embeds: [{ author: { icon_url: `https://cdn.discordapp.com/avatars/${userId}/x.png` } }] }),
    ])
      expect({ one, tells: tells(one) }).toEqual({ one, tells: true })
  },
)

test('a message from a ready answer that has since changed or been deleted is searched for the whole name', () => {
  const tells = tellsOf({ userId, names: ['wren'], readyAnswers: [] })
  expect(tells(reply('Hello wren, it is done.'))).toBe(true)
  expect(tells(reply('Wrens and wrench are others.'))).toBe(false)
})
