import type { Feature } from '#kernel/feature.ts'

/** The product's index: every feature, in the order events reach it. Safety first, rewards last. */
export const features: readonly Feature[] = []
