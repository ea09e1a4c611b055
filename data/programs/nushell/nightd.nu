# Written by nightd; nightctl programs off nushell removes it.
$env.config.color_config = ($env.config.color_config | merge {
    separator: dark_gray
    leading_trailing_space_bg: { attr: n }
    header: green_bold
    empty: blue
    bool: cyan
    int: default
    filesize: cyan
    duration: default
    datetime: purple
    range: default
    float: default
    string: default
    nothing: default
    binary: default
    cell-path: default
    row_index: green_bold
    record: default
    list: default
    block: default
    hints: dark_gray
    search_result: { fg: red, attr: r }
    shape_bool: cyan
    shape_int: purple
    shape_float: purple
    shape_range: yellow
    shape_internalcall: blue
    shape_external: blue
    shape_external_resolved: blue
    shape_externalarg: default
    shape_literal: blue
    shape_operator: cyan
    shape_signature: green
    shape_string: green
    shape_string_interpolation: green
    shape_raw_string: green
    shape_datetime: cyan
    shape_list: cyan
    shape_table: blue
    shape_record: cyan
    shape_block: blue
    shape_closure: green
    shape_filepath: default_underline
    shape_directory: default_underline
    shape_globpattern: yellow
    shape_variable: purple
    shape_vardecl: purple
    shape_flag: cyan
    shape_keyword: purple
    shape_pipe: purple
    shape_redirection: cyan_bold
    shape_matching_brackets: { attr: u }
    shape_garbage: red_bold
    shape_nothing: cyan
    shape_custom: green
})
