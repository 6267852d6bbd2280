import type { Rolldown } from 'vite'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

const under = (...paths: readonly string[]) => new RegExp(`/(${paths.join('|')})`)

/**
 * Which modules share a file. By default the bundler creates one for each set of pages that use a module: opening a
 * settings page took ninety requests, most of them for an icon. Earlier groups also take what their modules depend on.
 */
const groups: readonly Group[] = [
  { name: 'shell', tags: ['$initial'] },
  { name: 'icons', test: under('node_modules/lucide-react/'), minShareCount: 2 },
  {
    name: 'features',
    // Includes what layouts and dialogs share: in the dialogs' file, it would load all of that for pages without
    // dialogs.
    test: /virtual:features|\/web\/app\/navigation\/(entry|icons)\.|\/web\/ui\/(dialog-guard|dialog-top|focus-place|keep-focus|over-dialogs|removed-focus)\.|\/web\/app\/docs-topic\.|\/src\/contract\/identity\./,
    // Contracts need zod, but the modules generated from them do not.
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
      // Not their scripts, which would pull in what forms share.
      String.raw`web/ui/form/(combobox|listbox)\.css`,
    ),
  },
  // The content of the pages of categories and guides, in a single file.
  {
    name: 'docs',
    test: /\/web\/site\/docs\/[a-z-]+\.(tsx?|css)$|virtual:(commands|defaults|guides)$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Includes modules that are not components: left over, they would end up among the forms, and load all of these for
  // pages without forms.
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
      String.raw`web/app/(guard|guild|history|in-doubt|list|live|manage|many-changes/(applied-banner|use-changes)\.|modules|navigation|idempotent-requests|own-access|random-uuid|refresh|sidebar|signed-out|slots)`,
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

/** How the build splits the pages into files. */
export const chunks = {
  // The vocabulary only declares, so unused parts of it can be left out.
  treeshake: { moduleSideEffects: [{ test: /\/src\/contract[/.]/, sideEffects: false }] },
  output: { codeSplitting: { groups: [...groups] } },
} satisfies Rolldown.RolldownOptions
