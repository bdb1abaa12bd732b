import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef1fe',
  '#dbe2fd',
  '#b6c5fb',
  '#8ea6ff',
  '#6d88f2',
  '#5570e4',
  '#4460da',
  '#3451d1',
  '#2a43b4',
  '#20358f',
];

/** From the lightest text to the page, as the component library counts. */
const dark: MantineColorsTuple = [
  '#e6edf3',
  '#c9d1d9',
  '#9aa6b4',
  '#6e7b8b',
  '#2d3643',
  '#232c38',
  '#1c2430',
  '#151b23',
  '#10161d',
  '#0d1117',
];

/** Filled controls are light in the dark theme, so their text is a token, too. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--tm-on-accent)' } : colors;
};

/** The component library in our design; colours beyond these are tokens (styles/tokens.css). */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver,
  colors: { accent, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '19px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.3' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
});
