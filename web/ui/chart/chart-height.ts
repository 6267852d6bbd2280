/** The height of a chart in a card of its own (CSS px). */
export const chartHeight = 168
