import type { APIButtonComponent, APISelectMenuComponent } from 'discord-api-types/v10'
import { createContext, use } from 'react'
import type { MessageView } from './model.ts'

export interface SelectChoice {
  value: string
  label: string
  description?: string
  emoji?: string
  colour?: string
  /** Further search terms. */
  words?: readonly string[]
  chosen?: boolean
}

/**
 * What a reader can do with a message. Without it (previews, transcripts) everything is rendered but nothing is
 * interactive.
 */
export interface MessageActions {
  press(message: MessageView, component: APIButtonComponent | APISelectMenuComponent, values?: string[]): void
  /** 'pending' while the bot has not answered, or the error text if it failed. */
  outcome(messageId: string, customId: string): 'pending' | { failed: string } | undefined
  /** The choices of a select of users, roles or channels. */
  choices(component: APISelectMenuComponent): SelectChoice[]
  react(message: MessageView, emoji: { id?: string | null; name?: string | null }, add: boolean): void
  vote(message: MessageView, answerIds: number[]): void
  openChannel(channelId: string): void
  openMessage(channelId: string, messageId: string): void
  openPerson(userId: string): void
  runCommand(name: string): void
}

const ActionsContext = createContext<MessageActions | undefined>(undefined)

export const ActionsProvider = ActionsContext.Provider
export const useActions = (): MessageActions | undefined => use(ActionsContext)
