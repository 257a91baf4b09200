// The page's addresses reach the built page and nothing else.
import { expect, it } from 'vitest'
import { fileOf } from './page-files'

const folder = '/opt/vlag/out/renderer'

it('finds the page and its assets', () => {
  expect(fileOf('app://vlag/index.html', folder)).toBe(`${folder}/index.html`)
  expect(fileOf('app://vlag/assets/a.js?v=1#/open', folder)).toBe(`${folder}/assets/a.js`)
})
it('refuses other hosts, paths outside and unknown kinds of file', () => {
  expect(fileOf('app://other/index.html', folder)).toBeNull()
  expect(fileOf('https://vlag/index.html', folder)).toBeNull()
  expect(fileOf('app://vlag/..%2f..%2fpackage.json', folder)).toBeNull()
  expect(fileOf('app://vlag/%2e%2e/%2e%2e/package.json', folder)).not.toBe('/opt/vlag/package.json')
  expect(fileOf('app://vlag/assets/a.node', folder)).toBeNull()
  expect(fileOf('app://vlag/', folder)).toBeNull()
})
