import type { Rolldown } from 'vite'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

const under = (...paths: readonly string[]) => new RegExp(`/(${paths.join('|')})`)

/**
 * Which modules share a file. Left to itself the bundler makes one for each set of pages that use a module: opening a
 * settings page took ninety requests, most of them for an icon. What comes first takes what its modules need along.
 */
const groups: readonly Group[] = [
  { name: 'shell', tags: ['$initial'] },
  { name: 'icons', test: under('node_modules/lucide-react/'), minShareCount: 2 },
  {
    name: 'features',
    // With what layouts and dialogs share: left to dialogs, it would bring all of them to pages without one.
    test: /virtual:features|\/web\/app\/navigation\/(entry|icons)\.|\/web\/ui\/(dialog-guard|dialog-top|focus-place|keep-focus|over-dialogs|removed-focus)\.|\/web\/app\/docs-topic\.|\/src\/contract\/identity\./,
    // Contracts need zod, what was made of them does not.
    includeDependenciesRecursively: false,
  },
  {
    name: 'schemas',
    test: under('node_modules/zod/', String.raw`src/contract[/.]`, String.raw`src/kernel/([a-z]+/)?contract\.`),
  },
  {
    name: 'overlays',
    test: under(
      'node_modules/(@?radix-ui|@floating-ui|react-remove-scroll|aria-hidden)',
      String.raw`web/ui/(dialog|drawer|hover-card|menu|return-focus|tabs|tooltip)\.`,
      // Not the scripts, which would bring what forms share.
      String.raw`web/ui/form/(combobox|listbox)\.css`,
    ),
  },
  // What the pages of categories and guides say: one file for all of them.
  {
    name: 'docs',
    test: /\/web\/site\/docs\/[a-z-]+\.(tsx?|css)$|virtual:(commands|defaults|guides)$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Also what is no component: left over, it would be found among the forms, and bring them all to pages without one.
  {
    name: 'parts',
    test: under(
      String.raw`web/ui/[a-z-]+\.`,
      String.raw`web/ui/form/(copy-button|counter|field|radio|slash-search|switch|text-button|text-input)\.`,
    ),
    minShareCount: 2,
  },
  { name: 'site', test: /virtual:switches|\/web\/site\/(shared\/|default-switches)/, minShareCount: 2 },
  { name: 'choices', test: under(String.raw`web/ui/form/(combobox|listbox)\.`) },
  { name: 'message', test: under('web/ui/discord/'), minShareCount: 3 },
  {
    name: 'manage',
    test: under(
      String.raw`web/app/(guard|guild|history|in-doubt|list|live|manage|many-changes/(made-banner|use-changes)\.|modules|navigation|press-key|random-uuid|refresh|sidebar|signed-out|slots)`,
      'web/features/[^/]+/slots',
    ),
    minShareCount: 2,
  },
  {
    name: 'forms',
    test: under('web/(ui/form|app/settings-form|app/preview)/', 'node_modules/(react-hook-form|@hookform)/'),
    minShareCount: 4,
  },
]

/** How the pages are cut into files, for the build. */
export const chunks = {
  // The vocabulary only declares: whoever needs one word of it does not need all.
  treeshake: { moduleSideEffects: [{ test: /\/src\/contract[/.]/, sideEffects: false }] },
  output: { codeSplitting: { groups: [...groups] } },
} satisfies Rolldown.RolldownOptions
