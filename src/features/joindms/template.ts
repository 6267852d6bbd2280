import { composeGreeting, type Inviter } from '#features/greetings/template.ts'
import { commonValues, cut, messageLimits, type MemberFacts, render, type ServerFacts } from '#kit/template.ts'
import { asGreeting, type JoinDmSettings } from './contract.ts'

/**
 * Builds the message for a new member, within Discord's limits. Its last line names the server: the bot is in many, and
 * the recipient should know whom to ask.
 */
export function composeJoinDm(own: JoinDmSettings, member: MemberFacts, server: ServerFacts, inviter: Inviter) {
  const { content, embeds } = composeGreeting('welcome', asGreeting(own), member, server, inviter)
  const origin = render('-# Sent from {server.name}', commonValues(member, server, 'marked'))
  const room = messageLimits.content - [...origin].length - 1
  return { content: content === '' ? origin : `${cut(content, room)}\n${origin}`, embeds }
}
