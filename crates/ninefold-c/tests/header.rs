//! The header says what the library has: the same functions with the same types, the same constants.

use std::collections::BTreeSet;

const HEADER: &str = include_str!("../include/ninefold.h");
const SOURCE: &str = include_str!("../src/lib.rs");

/// The prototypes of the header, each on a line.
fn declared() -> BTreeSet<String> {
    let code: String = HEADER.split("/*").map(|part| part.split_once("*/").map_or("", |(_, code)| code)).collect();
    let is_prototype =
        |line: &&str| !["#", "extern", "typedef struct"].iter().any(|begin| line.starts_with(begin)) && *line != "}";
    let code = code.lines().filter(is_prototype).collect::<Vec<_>>().join(" ");
    let prototypes = code.split(';').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    prototypes.filter(|prototype| !prototype.is_empty()).collect()
}

/// A name after its type, as C has it.
fn typed(rust: &str, name: &str) -> String {
    for (pointer, is_const) in [("*const ", "const "), ("*mut ", "")] {
        if let Some(to) = rust.strip_prefix(pointer) {
            return is_const.to_owned() + &typed(to, &format!("*{name}"));
        }
    }
    let c = match rust {
        "u8" => "uint8_t",
        "u32" => "uint32_t",
        "i32" => "int32_t",
        "usize" => "size_t",
        "c_char" => "char",
        "ninefold_token" => "ninefold_token",
        "()" => "void",
        other => panic!("no type of C is known for {other}"),
    };
    format!("{c} {name}")
}

/// The prototype of a function, from `name(parameters) -> result`.
fn prototype(signature: &str) -> String {
    let (name, rest) = signature.split_once('(').expect("it has parameters");
    let (parameters, result) = rest.rsplit_once(')').expect("they end");
    let result = result.trim().strip_prefix("-> ").unwrap_or("()");
    let parameters = parameters.split(',').filter_map(|parameter| parameter.trim().split_once(": "));
    let parameters: Vec<String> = parameters.map(|(name, kind)| typed(kind, name)).collect();
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    typed(result, &format!("{name}({parameters})"))
}

#[test]
fn functions_are_those_of_the_library() {
    let exported = SOURCE.split("#[unsafe(no_mangle)]").skip(1).map(|part| {
        let (_, part) = part.split_once("extern \"C\" fn ").expect("what has a name for C is a function of C");
        prototype(part.split_once(" {").expect("it has a body").0)
    });
    assert_eq!(declared(), exported.collect());
}

#[test]
fn constants_are_those_of_the_library() {
    use ninefold_c::*;
    let constants = HEADER.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let constants: Vec<(&str, i32)> = constants.map(|(name, value)| (name, value.parse().unwrap())).collect();
    let library = [
        ("NINEFOLD_OK", NINEFOLD_OK),
        ("NINEFOLD_POINTER", NINEFOLD_POINTER),
        ("NINEFOLD_LENGTH", NINEFOLD_LENGTH),
        ("NINEFOLD_BROKEN", NINEFOLD_BROKEN),
        ("NINEFOLD_CANCELLED", NINEFOLD_CANCELLED),
        ("NINEFOLD_BAD", NINEFOLD_BAD),
    ];
    assert_eq!(constants, library);
}
