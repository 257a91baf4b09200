// Theme and policy identity, for screens and charts.
export { startTheme, useTheme, useToken, readToken } from './use-theme'
export type { Theme, ThemeChoice } from './use-theme'
export {
  nthOfPolicy,
  policyToken,
  readPolicyStyle,
  usePolicyStyle,
  useVariantStyles,
} from './use-policy-style'
export type { MarkerShape, PolicyStyle } from './use-policy-style'
export { markerPath } from './marker-path'
