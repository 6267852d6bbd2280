import { distinguishingValues } from '#kit/design.ts'
import { defaultPanel, type PanelDesign, panelDesign } from './contract.ts'

const ordinary: Record<string, unknown> = panelDesign.parse({ title: defaultPanel.title })

/** Returns the properties in which a new or deleted panel differs from the defaults. */
export const ownOf = (design: PanelDesign): Record<string, unknown> => distinguishingValues(ordinary, design, ['title'])
