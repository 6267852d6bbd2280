import { apartFrom } from '#kit/design.ts'
import { defaultPanel, type PanelDesign, panelDesign } from './contract.ts'

const ordinary: Record<string, unknown> = panelDesign.parse({ title: defaultPanel.title })

/** What sets a panel that is made or deleted apart from any other. */
export const ownOf = (design: PanelDesign): Record<string, unknown> => apartFrom(ordinary, design, ['title'])
