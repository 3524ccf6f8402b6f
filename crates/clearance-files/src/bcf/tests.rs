use super::*;

fn project() -> Project {
    let guid = Guid::of_name(NAMESPACE, &["test"]);
    let stamp = Stamp { date: "2026-11-30T00:00:00Z".to_owned(), author: "a & b".to_owned() };
    let topic = |number: usize| {
        let own = Guid::of_name(guid, &[&number.to_string()]);
        let comment = Comment { guid: own, stamp: stamp.clone(), text: "first <line>\nsecond \"line\" é".to_owned() };
        let life = Life {
            status: "In Progress".to_owned(),
            creation: Some(Stamp { date: "2026-11-01T00:00:00Z".to_owned(), author: "c".to_owned() }),
            priority: "High".to_owned(),
            labels: vec!["one".to_owned(), "two".to_owned()],
            due_date: "2026-12-24T00:00:00Z".to_owned(),
            assigned_to: "d".to_owned(),
            stage: "e".to_owned(),
            comments: vec![comment; number],
        };
        let camera = Camera {
            eye: [1.5, -2.0, 1e7],
            direction: [0.0, 1.0, 0.0],
            up: [0.0, 0.0, 1.0],
            field_of_view: 60.0,
            aspect: 1.5,
        };
        let components = vec![Component::new("2O2Fr$t4X7Zf8NOew3FNr2"), Component::new("a name")];
        let view = View {
            guid: Guid::of_name(own, &["view"]),
            selection: components.clone(),
            colors: vec![("FF0B6E75".to_owned(), components)],
            camera,
            snapshot: png(2, 1, &[[0, 1, 2], [253, 254, 255]]),
        };
        let files =
            vec![ModelFile { name: "a<b>.ifc".to_owned(), ifc_project: Some("2O2Fr$t4X7Zf8NOew3FNr2".to_owned()) }];
        let title = format!("topic {number} \u{1}");
        Topic { guid: own, title, description: "text".to_owned(), stamp: stamp.clone(), life, files, view }
    };
    Project { guid, name: "a project".to_owned(), topics: (0..3).map(topic).collect() }
}

#[test]
fn what_people_said_comes_back_in_both_versions() {
    for version in [Version::V2_1, Version::V3_0] {
        let project = project();
        let bytes = write(&project, version).unwrap();
        assert_eq!(bytes, write(&project, version).unwrap());
        let known = read(&bytes).unwrap();
        assert_eq!(known.len(), 3);
        for (known, topic) in known.iter().zip(&project.topics) {
            assert_eq!((known.guid, &known.life), (Some(topic.guid), &topic.life));
            // XML cannot hold the control character.
            assert_eq!(known.title, topic.title.replace('\u{1}', "\u{fffd}"));
        }
    }
}

#[test]
fn a_guid_that_two_topics_have_is_refused() {
    let mut project = project();
    project.topics[1].guid = project.topics[0].guid;
    assert!(
        write(&project, Version::V2_1).unwrap_err().to_string().starts_with("expected topics with GUIDs of their own")
    );
}

#[test]
fn broken_archives_are_refused_or_read_and_never_more() {
    let good = write(&project(), Version::V2_1).unwrap();
    let (mut state, mut refused) = (5u64, 0);
    for _ in 0..400 {
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut bytes = good.clone();
        for _ in 0..1 + next(4) {
            let place = next(bytes.len());
            match next(3) {
                0 => bytes[place] = next(256) as u8,
                1 => drop(bytes.remove(place)),
                _ => bytes.truncate(place.max(1)),
            }
        }
        refused += usize::from(read(&bytes).is_err());
    }
    assert!((50..400).contains(&refused), "{refused}");
    for text in [&b""[..], b"PK", b"<Markup/>"] {
        assert!(read(text).is_err());
    }
}
