//! The models of ΔT that a request may choose from.

use super::*;

/// The values themselves are compared with published ones in `published/delta_t.rs`.
#[test]
fn delta_t_by_each_model_says_its_error_and_its_source() {
    for (year, model, sigma_s, source) in [
        ("-000720", "smh2016", 180.0, "spline"),
        ("2500", "smh2016", 100.0, "extrapolated"),
        // 53.8 s, and 88 s less than smh2016.
        ("1000", "em2006", 103.1, "polynomial"),
    ] {
        let all = good(&format!("/delta-t/{year}-01-01?model={model}")).json();
        let response = &all["response"];
        assert!((number(&response["sigma"]) / sigma_s - 1.0).abs() < 0.02, "{year} {model}: {response}");
        assert_eq!((&response["source"], &all["query"]["model"]), (&source.into(), &model.into()), "{all}");
    }
    let [without, default] = ["/delta-t/2024", "/delta-t/2024?model=default"].map(|path| good(path).json());
    assert_eq!(without["response"], default["response"]);
    assert_eq!((&without["query"]["model"], &default["query"]["model"]), (&Value::Null, &"default".into()));
}

/// From the oldest observations with telescopes to the far future: two standard errors contain the best
/// model, and what was observed since 1620 (Stephenson, Morrison and Hohenkerk 2016, table S15).
#[test]
fn two_standard_errors_contain_the_best_model() {
    let mut worst = (0.0, 0);
    for year in 1500..=2200 {
        let at = |model: &str| response(&format!("/delta-t/{year}-07-01?model={model}"));
        let best = at("smh2016");
        for model in ["default", "em2006"] {
            let own = at(model);
            let difference_s = number(&own["deltaT"]) - number(&best["deltaT"]);
            let by_iers = ["observed", "predicted"].map(Value::from).contains(&own["source"]);
            let sigma_s = number(&own["sigma"]).hypot(if by_iers { number(&best["sigma"]) } else { 0.0 });
            if difference_s.abs() / sigma_s > worst.0 {
                worst = (difference_s.abs() / sigma_s, year);
            }
            let is_named = own.get("better").is_some();
            let is_far = difference_s.abs() > number(&best["sigma"]) && !(1955..2034).contains(&year);
            assert_eq!(is_named, is_far && !by_iers, "{year} {model}: {own}, {best}");
        }
    }
    println!("at most {:.2} standard errors from the best model, in {}", worst.0, worst.1);
    assert!(worst.0 <= 2.0);
    for (year, observed_s) in [(1620, 90.4), (1700, 14.0), (1800, 18.4), (1900, -1.98), (1950, 29.0)] {
        let own = response(&format!("/delta-t/{year}-01-01"));
        let (value, sigma) = (number(&own["deltaT"]), number(&own["sigma"]));
        assert!((value - observed_s).abs() <= 2.0 * sigma, "{year}: {own}");
    }
}

#[test]
fn a_model_and_its_value_of_delta_t_give_the_same_answer() {
    let at = "1054-07-04T03:00:00Z";
    let delta_t = number(&response(&format!("/delta-t/{at}?model=smh2016"))["deltaT"]);
    for path in [
        format!("/body-position/{at}?body=sun,moon&obs=34.8,114.3"),
        format!("/lunar-libration/{at}?obs=34.8,114.3"),
        format!("/insolation/solar-intensity/{at}?obs=34.8,114.3"),
    ] {
        let by_model = good(&format!("{path}&model=smh2016")).json();
        assert_eq!(by_model["response"], response(&format!("{path}&deltaT={delta_t}")), "{path}");
        let query = &by_model["query"];
        assert_eq!((&query["model"], &query["deltaT"]), (&"smh2016".into(), &Value::Null));
    }
}

#[test]
fn every_operation_that_takes_delta_t_takes_a_model() {
    let openapi = demo().get("/openapi/latest.json").json();
    let paths = openapi["paths"].as_object().expect("paths");
    let mut count = 0;
    for (path, operation) in paths {
        let parameters = operation["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let named = |p: &Value| p["$ref"].as_str().and_then(|at| openapi.pointer(&at[1..])).cloned();
        let resolved = |p: &Value| named(p).unwrap_or_else(|| p.clone());
        let takes = |name: &str| parameters.iter().map(resolved).any(|p| p["name"] == name);
        assert_eq!(takes("model"), takes("deltaT") || path.starts_with("/delta-t"), "{path}");
        count += usize::from(takes("model"));
    }
    assert!(count > 12, "{count} operations");
}
