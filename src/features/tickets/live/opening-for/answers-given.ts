import type { GuildMember } from 'discord.js'
import { snowflake } from '#contract'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { sees } from '#kernel/rights/channel-rights.ts'
import type { TicketContext } from '../../life/duties.ts'
import type { Question } from '../../opening/contract.ts'
import { mostAnswers } from '../../opening/questions.ts'
import type { Answer } from '../../opening/template.ts'
import { demandMember } from '../guest-acts.ts'
import type { GivenAnswer } from './contract.ts'

const wrong = (question: Question, sentence: string) =>
  new UserError('tickets.wrong-answer', `${question.label}: ${sentence}`, 400)

/** @returns its mention. @throws UserError if there is none, or the caller cannot see it */
async function mentionOf(ctx: TicketContext, caller: GuildMember, question: Question, id: string): Promise<string> {
  const { guild } = ctx
  if (!snowflake.safeParse(id).success) throw wrong(question, 'That is not an ID.')
  if (question.kind === 'user') return `<@${(await demandMember(ctx, id)).id}>`
  if (question.kind === 'role') {
    if (!guild.roles.cache.has(id)) throw wrong(question, 'There is no such role in this server.')
    return `<@&${id}>`
  }
  const channel = guild.channels.cache.get(id)
  if (!channel || isHidden(channel) || !sees(caller, channel))
    throw wrong(question, 'There is no such channel in this server that you can see.')
  return `<#${id}>`
}

async function answerOf(
  ctx: TicketContext,
  caller: GuildMember,
  question: Question,
  values: readonly string[],
): Promise<Omit<Answer, 'label'>> {
  const { kind, options } = question
  const most = mostAnswers(question)
  if (values.length > most.values) throw wrong(question, `Choose at most ${most.values}.`)
  switch (kind) {
    case 'select':
    case 'radio':
    case 'checkboxes': {
      const chosen = values.map(place => options[/^\d{1,2}$/.test(place) ? Number(place) : -1]?.label)
      if (chosen.includes(undefined)) throw wrong(question, 'There is no such option.')
      return { value: chosen.join(', ') }
    }
    case 'checkbox':
      return { value: values[0] === 'true' ? 'Yes' : '' }
    case 'user':
    case 'role':
    case 'channel': {
      const all: string[] = []
      // One after another: once one does not exist, Discord is not asked about the others.
      for (const id of new Set(values)) all.push(await mentionOf(ctx, caller, question, id))
      return { value: all.join(' '), mentions: true }
    }
    case 'file':
      throw wrong(question, 'Send files in the ticket itself.')
    default: {
      const value = (values[0] ?? '').trim()
      if ([...value].length > most.characters) throw wrong(question, `Write at most ${most.characters} characters.`)
      return { value }
    }
  }
}

/**
 * Returns the given answers in the order of the panel's questions. None is required, because a team member writes them
 * for somebody else.
 * @throws UserError with the question and what is wrong
 */
export async function answersGiven(
  ctx: TicketContext,
  caller: GuildMember,
  questions: readonly Question[],
  given: readonly GivenAnswer[],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [place, question] of questions.entries()) {
    const values = given.find(one => one.question === place)?.values.filter(value => value !== '') ?? []
    if (values.length === 0) continue
    const answer = await answerOf(ctx, caller, question, values)
    if (answer.value !== '') answers.push({ label: question.label, ...answer })
  }
  return answers
}
