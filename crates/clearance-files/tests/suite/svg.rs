//! Pictures of SVG: style sheets, elements that are used, pictures in pictures, lengths and the unit of a file.

use clearance_files::readers::parts::{Drawing, read_parts};
use clearance_files::readers::region::Region;
use clearance_files::readers::svg;

fn region(body: &str) -> Region {
    svg::read(text(body).as_bytes()).unwrap_or_else(|fault| panic!("{body}: {fault}"))
}

fn complaint(body: &str) -> String {
    svg::read(text(body).as_bytes()).err().unwrap_or_else(|| panic!("{body} was read")).to_string()
}

/// A picture, unless the text is one.
fn text(body: &str) -> String {
    if body.contains("<svg") || body.contains(":svg ") { body.to_owned() } else { format!("<svg>{body}</svg>") }
}

/// The left, upper, right and lower end of each polygon, in their order.
fn boxes(body: &str) -> Vec<[f64; 4]> {
    let ends = |polygon: &Vec<Vec<[f64; 2]>>| {
        let along = |axis: usize| polygon[0].iter().map(move |point| point[axis]);
        let (low, high) =
            (|axis| along(axis).fold(f64::INFINITY, f64::min), |axis| along(axis).fold(f64::MIN, f64::max));
        [low(0), low(1), high(0), high(1)]
    };
    region(body).polygons.iter().map(ends).collect()
}

/// 1/96 inch in metres.
const PIXEL: f64 = 254_000.0 / 96.0 / 1e7;

/// The widths of the polygons.
fn widths(body: &str) -> Vec<f64> {
    boxes(body).iter().map(|[left, _, right, _]| right - left).collect()
}

/// Squares of the widths 1, 2 and 3 with classes and ids.
const SQUARES: &str = "<g class='layer'><rect id='one' class='a' width='1' height='1'/>\
                       <rect class='a b' width='2' height='2'/></g><rect id='three' width='3' height='3'/>";

/// Cause: Illustrator writes classes. What they hid was read, and rings that `evenodd` makes holes were filled. Law: the
/// winner of the cascade counts (CSS Cascade 4, 6): importance, then the attribute `style`, then specificity, then order;
/// attributes of presentation come last.
#[test]
fn style_sheets_hide_elements_by_the_order_of_the_cascade() {
    let left = |sheet: &str| widths(&format!("<style>{sheet}</style>{SQUARES}"));
    for (sheet, expected) in [
        ("", &[1.0, 2.0, 3.0][..]),
        (".a{display:none}", &[3.0]),
        (".a{display:none} .b{display:inline}", &[2.0, 3.0]),
        (".b{display:inline} .a{display:none}", &[3.0]),
        ("rect.b{display:inline} .a{display:none}", &[2.0, 3.0]),
        ("#one{display:inline} .a.a.a{display:none}", &[1.0, 3.0]),
        (".a{display:none!important} #one{display:inline}", &[3.0]),
        (".layer{display:none}", &[3.0]),
        (".layer{visibility:hidden} .b{visibility:visible}", &[2.0, 3.0]),
        (".layer > .b, #three {visibility:collapse}", &[1.0]),
        ("rect{fill:none} .b{stroke:red}", &[2.0]),
        (".layer{fill:none} .b{fill:inherit} #one{fill:blue}", &[1.0, 3.0]),
        ("g{transform:scale(2)} #three{transform:none}", &[2.0, 4.0, 3.0]),
        ("#three{width:1in}", &[1.0, 2.0, 96.0]),
        ("#three{width:7}", &[1.0, 2.0, 3.0]),
    ] {
        assert_eq!(left(sheet), expected, "{sheet}");
    }
    let of = |sheet: &str, attributes: &str| {
        let body =
            format!("<style>{sheet}</style><rect width='9' height='9'/><rect {attributes} width='1' height='1'/>");
        widths(&body).len() == 2
    };
    assert!(of("", "display='none' style='display:inline'"), "the style is above the attribute");
    assert!(of("rect{display:inline}", "display='none'"), "any rule is above the attribute");
    assert!(!of("#x{display:inline}", "id='x' style='display:none'"), "the style is above the sheets");
    assert!(of("rect{display:inline!important}", "style='display:none'"), "importance is above the style");
    assert!(!of("rect{display:inline!important}", "style='display:none!important'"));
}

#[test]
fn rings_are_holes_by_the_rule_of_a_class() {
    let path = "<path class='st0' d='M0 0h10v10H0zM2 2h6v6H2z'/>";
    let rings = |head: &str| region(&format!("{head}{path}")).polygons.iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(rings(""), [1]);
    for head in [
        "<style>.st0{fill-rule:evenodd}</style>",
        "<style type='text/css'><![CDATA[ /* .st0{fill-rule:nonzero} */\n\t.st0 { FILL-RULE : EvenOdd ; } ]]></style>",
        "<defs><style>.st1{fill:#fff}</style><style>svg &gt; .st0{fill-rule:evenodd;fill-rule:odd}</style></defs>",
        "<style type='text/x'>.st0{display:none}</style><style>*{fill-rule:evenodd}</style>",
    ] {
        assert_eq!(rings(head), [2], "{head}");
    }
    // A sheet counts for what is before it, too.
    assert_eq!(region(&format!("{path}<style>.st0{{fill-rule:evenodd}}</style>")).polygons[0].len(), 2);
}

#[test]
fn what_a_style_sheet_may_mean_and_is_not_understood_is_refused_by_its_name() {
    for (head, expected) in [
        ("<style>@media print{rect{display:none}}</style>", "line 1: style: expected rules for names, classes and ids"),
        ("\n<style>rect + rect{display:none}</style>", "line 2: style: expected rules"),
        ("<style media='print'>rect{display:none}</style>", "found media \"print\", which sets display"),
        ("<style>@import 'a.css';</style>", "style: expected the style sheet in the file, found @import 'a.css'"),
        ("<style>rect{transform:rotate3d(1,0,0,1deg)}</style>", "rect: transform: expected functions of the plane"),
        (
            "<style>rect{transform:scale(2);transform-origin:center}</style>",
            "rect: transform-origin: expected transforms",
        ),
        ("<style>rect{display:var(--x)}</style>", "rect: display: expected a value, found var(--x)"),
        ("<style>rect{fill:var(--x)}</style>", "rect: fill: expected a fill or none, found a variable"),
        ("<style>rect{rotate:45deg}</style>", "rect: expected it as an attribute, found the style rotate: 45deg"),
        (
            "<style>rect{offset-path:path('M0 0H9')}</style>",
            "rect: expected it as an attribute, found the style offset-path",
        ),
        ("<style>*{all:unset}</style>", "found the style all: unset"),
    ] {
        let body = format!("{head}<rect width='1' height='1'/>");
        assert!(complaint(&body).contains(expected), "{head}: {}", complaint(&body));
    }
    let beside = "<?xml-stylesheet href='a.css'?><svg><rect width='1' height='1'/></svg>";
    assert!(complaint(beside).contains("line 1: expected the style sheet in the file, found one beside it"));
}

#[test]
fn elements_that_paint_nothing_are_left_out_and_lines_are_not() {
    let icon = "<path d='M0 0h24v24H0z' fill='none'/><rect width='2' height='2'/>\
                <rect fill='none' stroke='#000' width='3' height='3'/><g stroke='red'><rect fill='none' width='4' height='4'/></g>";
    assert_eq!(widths(icon), [2.0, 3.0, 4.0]);
    assert_eq!(region(icon).remarks, ["1 element without paint was left out"]);
}

/// Cause: `use` was refused. Law (SVG 2, 5.6): the element is drawn at the place of the `use`, moved by x and y, and it
/// inherits from the `use` and not from where it is written.
#[test]
fn elements_that_are_used_are_drawn_where_they_are_used() {
    let defs = "<defs display='none'><rect id='a' width='10' height='10'/><g id='b'><use href='#a' x='1'/></g>\
                <symbol id='s' viewBox='0 0 2 2'><rect width='1' height='2'/></symbol></defs>";
    for (used, expected) in [
        ("<use xlink:href='#a' x='2' y='0'/>", &[[2.0, 0.0, 12.0, 10.0]][..]),
        ("<use href='#b' y='5' transform='scale(2)'/>", &[[2.0, 10.0, 22.0, 30.0]]),
        ("<use href='#s' x='100' width='20' height='20'/>", &[[100.0, 0.0, 110.0, 20.0]]),
        ("<use href='#s' width='40' height='20'/>", &[[10.0, 0.0, 20.0, 20.0]]),
        (
            "<g transform='translate(1)'><use href='#c'/></g><rect id='c' width='1' height='1'/>",
            &[[1.0, 0.0, 2.0, 1.0], [0.0, 0.0, 1.0, 1.0]],
        ),
        (
            "<use href='#s' display='none'/><use href='#a' visibility='hidden'/><use/><use href='#a'/>",
            &[[0.0, 0.0, 10.0, 10.0]],
        ),
    ] {
        assert_eq!(boxes(&format!("{defs}{used}")), expected, "{used}");
    }
    let hidden = format!("<style>#a{{fill:inherit}}</style>{defs}<use href='#a' fill='none'/><use href='#a' x='3'/>");
    assert_eq!(boxes(&hidden), [[3.0, 0.0, 13.0, 10.0]]);
    let names = |text: &str| -> Vec<String> {
        let drawing: Drawing = read_parts("a.svg", text.as_bytes()).unwrap();
        drawing.parts.into_iter().map(|part| part.name).collect()
    };
    assert_eq!(
        names(&format!("<svg>{defs}<use href='#b'/><use id='u' href='#a'/><use href='#a'/></svg>")),
        ["b/a", "u/a", "a"]
    );
    for (used, expected) in [
        (
            "<g id='x'><use href='#y'/></g><g id='y'><use href='#x'/></g>",
            "an element that does not use itself, found \"#",
        ),
        ("<use id='z' href='#z'/>", "an element that does not use itself, found \"#z\""),
        ("<use href='other.svg#a'/>", "line 1: use: href: expected a reference within the file"),
        ("<use href='#nobody'/>", "expected the id of an element, found \"#nobody\""),
    ] {
        assert!(
            complaint(&format!("{defs}{used}")).contains(expected),
            "{used}: {}",
            complaint(&format!("{defs}{used}"))
        );
    }
}

/// Cause: Illustrator writes styles and namespaces as entities of the document type, and such a file was refused. Law: what the file
/// declares counts; what it takes from elsewhere is refused where it is used.
#[test]
fn entities_that_the_file_declares_stand_for_their_text() {
    let picture = |use_of: &str| {
        format!(
            "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd' [
                <!ENTITY ns_svg \"http://www.w3.org/2000/svg\"> <!ENTITY ns_ai \"http://ns.adobe.com/AI/1.0/\">
                <!ENTITY hidden \"&none;;fill:red\"> <!ENTITY none 'display:none'> <!ENTITY wide '4'>
                <!ENTITY far SYSTEM 'file:///etc/hostname'>
            ]>
            <svg xmlns=\"&ns_svg;\" xmlns:i=\"&ns_ai;\"><switch><foreignObject requiredExtensions=\"&ns_ai;\"/>
            <g i:extraneous=\"self\"><rect width=\"1\" height=\"1\"/>{use_of}</g></switch></svg>"
        )
    };
    for (use_of, expected) in [
        ("", &[1.0][..]),
        ("<rect style=\"&hidden;\" width=\"2\" height=\"1\"/>", &[1.0]),
        ("<rect width=\"&wide;\" height=\"1\"/>", &[1.0, 4.0]),
        ("<rect width=\"&wide;2\" height=\"1\"/><style>rect{&none;}</style>", &[]),
    ] {
        let found = svg::read(picture(use_of).as_bytes()).map_or(Vec::new(), |_| widths(&picture(use_of)));
        assert_eq!(found, expected, "{use_of}");
    }
    for unknown in ["&far;", "&nobody;"] {
        let said = complaint(&picture(&format!("<rect width=\"{unknown}\" height=\"1\"/>")));
        assert!(said.contains("rect: expected an attribute such as x=\"1\""), "{said}");
    }
}

/// Law: time and memory are bounded whatever is used how often.
#[test]
fn pictures_that_use_themselves_a_billion_times_are_refused() {
    let level = |i: usize| format!("<g id='g{i}'>{}</g>", format!("<use href='#g{}'/>", i + 1).repeat(10));
    let bomb: String = (0..9).map(level).collect();
    let bomb = format!("<defs>{bomb}<rect id='g9' width='1' height='1'/></defs><use href='#g0'/>");
    assert!(complaint(&bomb).contains("expected copies of elements that take at most 64 MiB"), "{}", complaint(&bomb));
    let row: String = (0..100_000).map(|i| format!("<g id='g{i}'><use href='#g{}'/></g>", i + 1)).collect();
    assert!(
        complaint(&format!("<defs>{row}</defs><use href='#g0'/>")).contains("at most 64 elements that use each other")
    );
    let rules: String = (0..3000).map(|i| format!("g g > .c{i} .d {{display:none}}")).collect();
    let nested = format!("{}{}", "<g class='c1 c2'><path class='d'/>".repeat(3000), "</g>".repeat(3000));
    assert!(complaint(&format!("<style>{rules}</style>{nested}")).contains("expected style sheets of at most"));
}

#[test]
fn pictures_in_pictures_scale_what_their_view_box_shows() {
    let inner = "<rect width='1' height='1'/><rect x='50%' width='50%' height='1'/>";
    let nested =
        |attributes: &str| boxes(&format!("<svg width='100' height='50'><svg {attributes}>{inner}</svg></svg>"));
    assert_eq!(
        nested("x='5' width='10' height='10' viewBox='0 0 2 2'")[..2],
        [[5.0, 0.0, 10.0, 5.0], [10.0, 0.0, 15.0, 5.0]]
    );
    assert_eq!(nested("viewBox='0 0 2 2'")[0], [25.0, 0.0, 50.0, 25.0], "it is as large as the picture around");
    assert_eq!(nested("y='1'")[1], [50.0, 1.0, 100.0, 2.0]);
    assert_eq!(
        nested("width='10' height='20' viewBox='1 0 2 2' preserveAspectRatio='none'")[0],
        [-5.0, 0.0, 0.0, 10.0]
    );
    let none = "<svg><rect width='1' height='1'/><svg width='0' height='1'><rect width='9' height='9'/></svg></svg>";
    assert_eq!(widths(none), [1.0]);
}

/// Cause: a picture of 50 mm with a view box of 100 was read as 100 mm. Law: a picture whose size has a unit of the world
/// says the length of its own unit.
#[test]
fn a_picture_says_the_unit_of_its_coordinates() {
    let unit = |attributes: &str, width: &str| {
        region(&format!("<svg {attributes}><rect width='{width}' height='1'/></svg>")).metres_per_unit
    };
    for (attributes, expected) in [
        ("width='50mm' height='50mm' viewBox='0 0 100 100'", Some(5e-4)),
        ("width='210mm' height='297mm' viewBox='0 0 210 297'", Some(1e-3)),
        ("width='2in' viewBox='0 0 2 1'", Some(0.0254)),
        ("height='3cm' viewBox='0 0 7 3'", Some(1e-2)),
        ("width='72pt' height='10' viewBox='0 0 1 1'", Some(10.0 * PIXEL)),
        ("width='10mm'", Some(PIXEL)),
        ("style='width:10mm;height:10mm' viewBox='0 0 10 10'", Some(1e-3)),
        ("width='100' height='100' viewBox='0 0 50 50'", None),
        ("width='100%' viewBox='0 0 50 50'", None),
        ("", None),
    ] {
        let found = unit(attributes, "1");
        let is_near = match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-15 * expected,
            (found, expected) => found == expected,
        };
        assert!(is_near, "{attributes}: {found:?}");
    }
    // A length of the world makes pixels lengths of the world, unless nobody knows how the picture is scaled.
    assert_eq!(unit("", "10mm"), Some(PIXEL));
    assert_eq!(unit("width='256' height='256' viewBox='0 0 128 128'", "10mm"), Some(254_000.0 / 48.0 / 1e7));
    assert_eq!(unit("viewBox='0 0 100 100'", "10mm"), None);
    assert_eq!(widths("<rect width='10mm' height='1cm'/>"), [9600.0 / 254.0]);
    let stretched = "<svg width='50mm' height='10mm' viewBox='0 0 1 1' preserveAspectRatio='none'><rect width='1' height='1'/></svg>";
    assert!(complaint(stretched).contains("expected the same scale along both axes"));
}

/// Cause: a rectangle of another namespace was drawn. Law: a renderer draws the elements of the picture's own namespace.
#[test]
fn elements_of_another_namespace_draw_nothing() {
    let own = "<rect width=\"10\" height=\"10\"/>";
    let foreign = "<x:g xmlns:x=\"http://example.org\"><rect x=\"15\" width=\"10\" height=\"10\"/></x:g>";
    assert_eq!(boxes(&format!("{own}{foreign}")), boxes(own));
}

/// Cause: a rectangle with a prefix of its own for the namespace of SVG vanished. Law: the namespace counts, and not the
/// prefix, as far as a declaration reaches.
#[test]
fn elements_of_the_namespace_of_svg_are_drawn_whatever_their_prefix_is() {
    let svg = "http://www.w3.org/2000/svg";
    let rect = "rect width='1' height='1'";
    for (text, count) in [
        (format!("<svg xmlns='{svg}'><{rect}/><s:{rect} x='3' xmlns:s='{svg}'/></svg>"), 2),
        (format!("<svg><g xmlns:s='{svg}'><s:g><s:{rect}/></s:g></g><{rect} x='3'/></svg>"), 2),
        (format!("<s:svg xmlns:s='{svg}'><{rect}/><{rect} x='3' xmlns='{svg}'/><s:{rect}/></s:svg>"), 2),
        (format!("<svg xmlns='{svg}'><{rect} xmlns='http://example.org'/><{rect} x='3'/></svg>"), 1),
        (format!("<svg><s:{rect} xmlns:s='{svg}'/><s:{rect}/></svg>"), 1),
        (format!("<svg><s:g id='a' xmlns:s='{svg}'><s:{rect}/></s:g><use href='#a' x='3'/><s:{rect}/></svg>"), 2),
    ] {
        assert_eq!(boxes(&text).len(), count, "{text}");
    }
}

/// Cause: a circle of radius 0 was a point, and an ellipse without `ry` was a line. Law (SVG 2, 10.3 and 10.4): without an
/// extent nothing is drawn, and a radius that is `auto` is the other one.
#[test]
fn circles_and_ellipses_without_an_extent_are_not_drawn() {
    for nothing in ["circle r='0'", "circle", "ellipse rx='20' ry='0'", "ellipse rx='0' ry='20'", "ellipse", "rect"] {
        assert_eq!(widths(&format!("<rect width='1' height='1'/><{nothing}/>")), [1.0], "{nothing}");
        assert!(complaint(&format!("<{nothing}/>")).contains("expected a polygon, found none"), "{nothing}");
    }
    let circle = boxes("<circle r='20'/>");
    for same in ["rx='20'", "ry='20'", "rx='20' ry='auto'", "style='ry:20px;rx:auto'"] {
        assert_eq!(boxes(&format!("<ellipse {same}/>")), circle, "{same}");
    }
}

/// Cause: all children of `switch` were drawn, and so was what no viewer shows. Law (SVG 2, 5.9): the first child whose
/// conditions are met is drawn; the viewer speaks English and knows no extensions.
#[test]
fn elements_whose_conditions_are_not_met_are_left_out_and_told() {
    let rect = |width: usize, attributes: &str| format!("<rect width='{width}' height='1' {attributes}/>");
    let (one, two) = (rect(1, ""), rect(2, ""));
    let foreign = "<foreignObject requiredExtensions='&ns_ai;'><i/></foreignObject>";
    for (body, expected, excluded) in [
        (format!("<switch>{one}{two}</switch>{two}"), &[1.0, 2.0][..], 1),
        (format!("<switch><title/>{foreign}<g>{one}{two}</g>{two}</switch>"), &[1.0, 2.0], 2),
        (
            format!(
                "<switch>{}{}{one}</switch>",
                rect(3, "systemLanguage='de'"),
                rect(2, "systemLanguage='fr, en-GB'")
            ),
            &[2.0],
            2,
        ),
        (one.clone() + &rect(3, "requiredExtensions='http://example.org'") + &rect(4, "systemLanguage=''"), &[1.0], 2),
        (format!("<g>{one}</g><switch/><g>{two}{two}</g>"), &[1.0, 2.0, 2.0], 0),
    ] {
        assert_eq!(widths(&body), expected, "{body}");
        let elements = if excluded == 1 { "1 element" } else { "2 elements" };
        let was = if excluded == 1 { "was" } else { "were" };
        let conditions = "excluded by `switch`, `systemLanguage` or `requiredExtensions`";
        let told = (excluded > 0).then(|| format!("{elements} {conditions} {was} left out"));
        assert_eq!(region(&body).remarks, Vec::from_iter(told), "{body}");
    }
    let symbol = "<symbol id='s' refX='1'><rect width='1' height='1'/></symbol><use href='#s'/>";
    assert!(complaint(symbol).contains("symbol: expected a symbol without refX and refY"), "{}", complaint(symbol));
}

/// Cause: lines of no width and lines without a stroke were drawn. Law (SVG 2, 13.5): a stroke of width 0 paints nothing,
/// and a line has no inside that a fill paints.
#[test]
fn lines_that_nothing_strokes_are_left_out() {
    let square = "<rect width='1' height='1'/>";
    for nothing in [
        "<line x2='9'/>",
        "<line x2='9' fill='red' stroke='none'/>",
        "<line x2='9' stroke='red' stroke-width='0'/>",
        "<g stroke-width='0'><rect width='9' height='9' fill='none' stroke='red'/></g>",
        "<style>.a{stroke-width:0px}</style><rect class='a' width='9' height='9' fill='none' stroke='red'/>",
    ] {
        let body = format!("{nothing}{square}");
        assert_eq!(widths(&body), [1.0], "{nothing}");
        assert_eq!(region(&body).remarks, ["1 element without paint was left out"], "{nothing}");
    }
    for something in ["<line x2='9' stroke='red'/>", "<g stroke='red' stroke-width='.1'><line x2='9'/></g>"] {
        assert_eq!(widths(something), [9.0], "{something}");
    }
}

/// Cause: an open line without a fill became closed, and nothing was said. Law: that is said, and of no other line.
#[test]
fn open_lines_that_nothing_fills_are_told() {
    let remarks = |body: &str| region(&format!("<g fill='none' stroke='red'>{body}</g>")).remarks;
    let told = ["1 element with open lines that nothing fills was closed"];
    for open in ["<polyline points='0 0 1 0 1 1'/>", "<path d='M0 0h1v1'/>", "<path d='M0 0h1v1z m5 5h1v1'/>"] {
        assert_eq!(remarks(open), told, "{open}");
        assert_eq!(remarks(&open.replace("/>", " fill='red'/>")), [""; 0], "{open}");
    }
    for closed in [
        "<polygon points='0 0 1 0 1 1'/>",
        "<polyline points='0 0 1 0 1 1 0 0'/>",
        "<path d='M0 0h1v1z'/>",
        "<rect width='1' height='2'/>",
        "<line x2='1'/>",
        "<path d='M0 0h1'/>",
    ] {
        assert_eq!(remarks(closed), [""; 0], "{closed}");
    }
    assert!(remarks("<path d='M0 0a1 1 0 0 1 1 1'/>").contains(&told[0].to_owned()));
}
