import { createHash } from 'node:crypto'
import type { Services } from '#kernel/feature.ts'
import { choosePanel, pressPanel } from '../opening/press.ts'
import { joinedTo, panelOf, type StoredPanel } from './rows.ts'
import { panelMessage, type PanelMessage } from './template.ts'

/** Returns the panel whose message carries a panel's button: the panel itself, unless it is joined to another. */
export const carrierOf = (services: Pick<Services, 'db'>, panel: StoredPanel): StoredPanel =>
  (panel.design.joined_to === null ? undefined : panelOf(services, panel.guildId, panel.design.joined_to)) ?? panel

/** Returns a panel's message as it would be posted now. */
export const messageOf = (services: Pick<Services, 'db'>, carrier: StoredPanel): PanelMessage =>
  panelMessage(carrier, joinedTo(services, carrier.guildId, carrier.id), {
    button: panelId => pressPanel.id({ panelId }),
    select: panelId => choosePanel.id({ panelId }),
  })

/** Returns a hash by which to see whether a message has changed since it was posted. */
export const messageHash = (message: PanelMessage): string =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url').slice(0, 22)
