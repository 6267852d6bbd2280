import type { Panel } from '#features/tickets/panels/contract.ts'

/** Whether a panel's message is in Discord: one that somebody deleted there is not. */
export const isDeployed = ({ message_id, message_missing }: Pick<Panel, 'message_id' | 'message_missing'>): boolean =>
  message_id !== null && !message_missing
