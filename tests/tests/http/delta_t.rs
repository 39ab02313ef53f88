//! The models of ΔT that a request may choose from.

use super::demo;
use serde_json::Value;

fn json(path: &str) -> Value {
    let answer = demo().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn delta_t_by_each_model_says_its_error_and_its_source() {
    // Table S15 (2020) has the values of smh2016 at the beginning of its pieces; em2006 is its polynomial
    // less 0.91072 · 0.142 · ((year − 1955) / 100)².
    for (year, model, delta_t_s, sigma_s, source) in [
        ("-000720", "smh2016", 20_371.848, 180.0, "spline"),
        ("1000", "smh2016", 1650.393, 15.0, "spline"),
        ("1600", "smh2016", 109.127, 15.0, "spline"),
        ("2016", "smh2016", 68.109, 0.05, "spline"),
        ("2500", "smh2016", 1003.22, 100.0, "extrapolated"),
        ("-000720", "em2006", 20_532.58, 516.1, "polynomial"),
        ("1000", "em2006", 1562.4, 53.8, "polynomial"),
        ("1600", "em2006", 118.4, 20.0, "polynomial"),
        ("2016", "em2006", 69.457, 1.9, "polynomial"),
    ] {
        let all = json(&format!("/delta-t/{year}-01-01?model={model}"));
        let response = &all["response"];
        let off_s = number(&response["deltaT"]) - delta_t_s;
        assert!(off_s.abs() < if model == "em2006" { 0.06 } else { 0.01 }, "{year} {model}: {response}");
        let sigma = number(&response["sigma"]);
        assert!((sigma / sigma_s - 1.0).abs() < 0.02, "{year} {model}: {response}");
        assert_eq!((&response["source"], &all["query"]["model"]), (&source.into(), &model.into()), "{all}");
    }
    let [without, default] = ["/delta-t/2024", "/delta-t/2024?model=default"].map(json);
    assert_eq!(without["response"], default["response"]);
    assert_eq!((&without["query"]["model"], &default["query"]["model"]), (&Value::Null, &"default".into()));
}

#[test]
fn a_model_and_its_value_of_delta_t_give_the_same_answer() {
    let at = "1054-07-04T03:00:00Z";
    let delta_t = number(&json(&format!("/delta-t/{at}?model=smh2016"))["response"]["deltaT"]);
    for path in [
        format!("/body-position/{at}?body=sun,moon&obs=34.8,114.3"),
        format!("/lunar-libration/{at}?obs=34.8,114.3"),
        format!("/insolation/solar-intensity/{at}?obs=34.8,114.3"),
    ] {
        let by_model = json(&format!("{path}&model=smh2016"));
        let given = json(&format!("{path}&deltaT={delta_t}"));
        assert_eq!(by_model["response"], given["response"], "{path}");
        assert_eq!(
            (&by_model["query"]["model"], &by_model["query"]["deltaT"]),
            (&"smh2016".into(), &Value::Null)
        );
    }
}

#[test]
fn an_eclipse_by_another_model_comes_at_another_time_and_says_how_sure_that_is() {
    let path = "/solar-eclipse/local-circumstances/details/1598-03-07?obs=55.9,-3.2";
    let [default, other] =
        ["", "&model=smh2016"].map(|more| json(&format!("{path}{more}"))["response"].clone());
    let accuracy = |of: &Value, name: &str| number(&of["accuracy"][name]);
    let change = accuracy(&other, "deltaT") - accuracy(&default, "deltaT");
    assert!(change.abs() > 1.0, "{change} s between the models in 1598");
    assert!(accuracy(&other, "deltaTSigma") > 10.0, "{}", other["accuracy"]);
    let long = json("/rise-transit-set/1850-01-01/1850-01-03?obs=48.2,16.4,200&body=sun&model=smh2016");
    assert_eq!(long["query"]["model"], "smh2016");
}

#[test]
fn a_value_and_a_model_at_once_are_refused_and_so_is_an_unknown_model() {
    let refused = |path: &str| {
        let answer = demo().get(path);
        assert_eq!(answer.status, 400, "{path}");
        answer.text()
    };
    for operation in ["/body-position/2024?body=sun", "/solar-eclipse/path/2461264.5?format=json"] {
        let text = refused(&format!("{operation}&deltaT=69&model=em2006"));
        assert!(text.contains("cannot be combined with deltaT"), "{text}");
    }
    let text = refused("/delta-t/2024?model=ms2004");
    assert!(text.contains("default, em2006, smh2016"), "{text}");
    assert!(refused("/delta-t/2024?deltaT=69").contains("no such parameter"));
}

#[test]
fn every_operation_that_takes_delta_t_takes_a_model() {
    let openapi = demo().get("/openapi/latest.json").json();
    let paths = openapi["paths"].as_object().expect("paths");
    let mut count = 0;
    for (path, operation) in paths {
        let parameters = operation["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let takes = |name: &str| parameters.iter().any(|p| p["name"] == name);
        assert_eq!(takes("model"), takes("deltaT") || path.starts_with("/delta-t"), "{path}");
        count += usize::from(takes("model"));
    }
    assert!(count > 12, "{count} operations");
}
