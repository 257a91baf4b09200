// Lint rules. Strict and type-aware; formatting is Prettier's; who may import whom is tests/architecture's. What is here
// beyond the presets guards two promises: the engine is pure, and everything runs on the oldest runtime (Electron 25:
// Node 18.15, Chrome 114).
import { defineConfig, globalIgnores } from 'eslint/config'
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import typescript from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

const NODE_SIDE = ['db/**/*.ts', 'main/**/*.ts', 'cli/**/*.ts', 'preload/**/*.ts']
const PRODUCT = ['contract', 'engine', 'formats', 'db', 'main', 'cli', 'preload', 'renderer'].map(
  (folder) => `${folder}/**/*.{ts,vue}`,
)
const TESTS = ['**/*.test.ts', '**/*.test-data.ts', '**/test-*.ts', 'tests/**/*.ts']

const missing = (object, ...properties) =>
  properties.map((property) => ({
    object,
    property,
    message: 'Missing in the oldest supported runtime (Electron 25).',
  }))

const absentImports = (name, ...importNames) => ({
  name,
  ...(importNames.length > 0 ? { importNames } : {}),
  message: 'Missing in the oldest supported runtime (Node 18.15).',
})

const impure = (name) => ({
  name,
  message: 'The engine is pure: same input, same bytes, no clock, no world.',
})

export default defineConfig(
  globalIgnores(['out/', 'dist/', 'coverage/', 'tests/fixtures/', 'tests/e2e/out/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  typescript.configs.strictTypeChecked,
  vue.configs['flat/recommended'],
  prettier,

  {
    files: ['**/*.{ts,vue,mjs}'],
    languageOptions: {
      parserOptions: {
        // One program for all layers: half the memory of one per layer. The layers' own limits are tsc's to check.
        project: './tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-else-return': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'no-undef': 'off', // the compiler knows better
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // `void x` reads a reactive value, or names an argument that an interface asks for.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // There are no enums, and the rule is the dearest of all.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Takes an instance from an import for a stranger (8.74).
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A type parameter that appears once documents a result at the call: requests, JSON columns.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },

  {
    name: 'vlag/product',
    files: PRODUCT,
    ignores: TESTS,
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        ...missing('Object', 'groupBy'),
        ...missing('Map', 'groupBy'),
        ...missing('Promise', 'withResolvers', 'try'),
        ...missing('Array', 'fromAsync'),
        ...missing('RegExp', 'escape'),
        ...missing('Math', 'sumPrecise'),
        ...missing('Error', 'isError'),
        ...missing('URL', 'canParse', 'parse'),
        ...missing('AbortSignal', 'any'),
        ...missing('Iterator', 'from'),
        ...missing('Symbol', 'dispose', 'asyncDispose'),
        ...missing('Intl', 'DurationFormat'),
        ...missing('Uint8Array', 'fromBase64', 'fromHex'),
        ...missing('process', 'getBuiltinModule', 'loadEnvFile', 'threadCpuUsage'),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|toBase64|toHex|getOrInsert|getOrInsertComputed)$/]',
          message: 'Missing in the oldest supported runtime (Electron 25).',
        },
      ],
    },
  },

  {
    name: 'vlag/engine',
    files: ['engine/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Date', 'performance', 'console', 'process', 'fetch', 'crypto', 'queueMicrotask'].map(impure),
        ...['setTimeout', 'setInterval', 'setImmediate', 'Promise', 'globalThis'].map(impure),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Draw from a named random stream.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: ':function[async=true]', message: 'The engine is synchronous.' },
        { selector: 'AwaitExpression', message: 'The engine is synchronous.' },
        { selector: 'ImportExpression', message: 'The engine is synchronous.' },
      ],
    },
  },
  {
    // Typed arrays read as number | undefined; on the hot path an index is right by construction.
    name: 'vlag/engine hot path',
    files: ['engine/{core,model,policies}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-bitwise': 'off',
    },
  },

  {
    name: 'vlag/node',
    files: NODE_SIDE,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['crypto', 'File', 'WebSocket', 'navigator'].map((name) => ({
          name,
          message: 'Not a global in the oldest supported runtime (Node 18.15): import it.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            absentImports('node:sqlite'),
            absentImports('node:fs', 'glob', 'globSync', 'openAsBlob'),
            absentImports('node:fs/promises', 'glob'),
            absentImports('node:path', 'matchesGlob'),
            absentImports('node:util', 'styleText', 'parseEnv'),
            absentImports('node:crypto', 'hash'),
            absentImports('node:module', 'registerHooks', 'enableCompileCache'),
            absentImports('node:worker_threads', 'postMessageToThread'),
          ],
        },
      ],
    },
  },

  {
    name: 'vlag/vue',
    files: ['**/*.vue'],
    languageOptions: { parser: vueParser, parserOptions: { parser: typescript.parser } },
    rules: {
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-emits-declaration': ['error', 'type-based'],
      'vue/define-props-declaration': ['error', 'type-based'],
      'vue/no-v-html': 'error',
      'vue/no-unused-refs': 'error',
      'vue/no-undef-components': ['error', { ignorePatterns: ['RouterView', 'RouterLink'] }],
      // A prop's default in `defineProps` destructuring is the compiler's business, not the type's.
      '@typescript-eslint/no-useless-default-assignment': 'off',
      'vue/multi-word-component-names': 'off', // a screen's parts are named by what they are
      'vue/require-default-prop': 'off', // an absent optional prop is undefined, and its type says so
    },
  },
  {
    // Only vue-tsc sees the types of other components; to ESLint they are any. It checks these files itself.
    name: 'vlag/vue types',
    files: ['renderer/**/*.{ts,vue}'],
    rules: {
      ...Object.fromEntries(
        ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [
          `@typescript-eslint/no-unsafe-${what}`,
          'off',
        ]),
      ),
      '@typescript-eslint/restrict-plus-operands': ['error', { allowAny: true }],
      // Taking what a composable returns apart is the Vue idiom; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },

  {
    name: 'vlag/tests',
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  {
    name: 'vlag/plain scripts',
    files: ['eslint.config.js', 'scripts/electron-default-app/*.js'],
    extends: [typescript.configs.disableTypeChecked],
    rules: { 'no-undef': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
)
