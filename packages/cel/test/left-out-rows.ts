const WRAPPERS = 'needs the wrapper messages of protobuf';
const OPTIONALS = 'needs optional values, which are an extension';

/** Published rows for which our result differs, each with the reason. */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['proto2/literal_singular/not_int32_eq_double', WRAPPERS],
  ['proto2/literal_singular/uint32_eq_int', WRAPPERS],
  ['proto2/literal_singular/not_uint32_eq_int', WRAPPERS],
  ['proto2/literal_singular/uint32_eq_double', WRAPPERS],
  ['proto2/literal_singular/float_eq_int', WRAPPERS],
  ['proto2/literal_singular/not_float_eq_int', WRAPPERS],
  ['proto2/literal_singular/not_float_eq_uint', WRAPPERS],
  ['type_deduction/flexible_type_parameter_assignment/optional_none', OPTIONALS],
  ['type_deduction/flexible_type_parameter_assignment/optional_none_2', OPTIONALS],
  ['type_deduction/flexible_type_parameter_assignment/optional_dyn_promotion', OPTIONALS],
  ['type_deduction/flexible_type_parameter_assignment/optional_dyn_promotion_2', OPTIONALS],
  ['type_deduction/flexible_type_parameter_assignment/optional_in_ternary', OPTIONALS],
  ['type_deduction/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate', OPTIONALS],
]);
